import { day } from '#booking/interval.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fill } from '#model/fill.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { invitationOf } from '../kinds/booked-event.ts';
import { bookedTimeIn, inShort, inWords, isOver, phaseOf, stateOf } from '../kinds/booked-time.ts';
import { lengthInWords } from '../kinds/booking.ts';
import { kinds } from '../kinds/index.ts';
import type { LogError } from '../limited-log.ts';
import { mailableAddress, mailboxOf } from '../mailbox.ts';
import type { Booking, Store, Submission } from '../stores/store.ts';
import { type Mail, type MailService, messageIdOf, wrap } from './mail.ts';
import { describeFailure } from './refusal.ts';

/** Mails in a day. Half of what the free plan of the mail service allows; the owner's mail comes first. */
const inAll = 50;
/** Invitations to all mailboxes, and to one. Changes leave what first invitations need. */
const ofFirst = { inAll, toMailbox: 6 };
const ofChanges = { inAll: 25, toMailbox: 4 };

const { acknowledgement, invitation } = embedded;

const filled = (text: string): string => fillIdentity(text, 'content/words', ['time']);

const addressOf = ({ kind, fields }: Submission): string | null =>
  mailableAddress(kinds[kind].sender(fields).email.trim());

const toVisitor = (submission: Submission, from: string) => ({
  from,
  fromName: identity.firm,
  to: addressOf(submission) ?? '',
  replyTo: { name: identity.person, address: identity.email },
});

const acknowledgementOf = (submission: Submission, from: string, date: Date): Mail => ({
  ...toVisitor(submission, from),
  subject: filled(acknowledgement.subject),
  text: wrap(filled(acknowledgement.text)),
  date,
  messageId: messageIdOf('acknowledgement', submission, from),
  // RFC 3834, and what Outlook and Exchange obey: no automatic answer to an automatic answer.
  headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
});

/**
 * The time, for the visitor's calendar; or how to confirm it.
 * @param url where it can be changed, of which the store knows the hash alone; null when nobody here knows it
 */
const invitationMail = (booking: Booking, url: string | null, from: string): Mail => {
  const { time, fields, receivedAt } = booking;
  const when = bookedTimeIn(time, fields.zone);
  const code = time.confirmation;
  const { subject, text } = invitation[code === null ? stateOf(time) : 'confirm'];
  const open = code === null ? invitation.change : invitation.confirm.open;
  const address = code === null ? url : `${url}&code=${code}`;
  const change = url === null ? wrap(invitation.changeKnown) : `${wrap(open)}\n${address}`;
  return {
    ...toVisitor(booking, from),
    subject: fill(filled(subject), { time: inShort(when) }),
    text: [
      wrap(filled(text)),
      wrap(`${inWords(when)}\n${lengthInWords(fields)}`),
      ...(time.cancelledAt === null ? [change] : []),
      wrap(`${identity.person}\n${identity.firm}`),
    ].join('\n\n'),
    date: new Date(time.changedAt ?? receivedAt),
    messageId: messageIdOf(code ? 'confirmation' : `invitation-${time.sequence}`, booking, from),
    ...(code === null ? { calendar: invitationOf(booking, url) } : {}),
  };
};

interface VisitorMailOptions extends Pick<MailService, 'send'> {
  store: Pick<Store, 'claimAcknowledgement' | 'claimInvitation' | 'setInvited'>;
  from: string;
  logError: LogError;
  now?: () => Date;
}

/**
 * Mails visitors. Anybody can enter anybody's address, so these mails hold nothing else that was typed, and
 * their number is limited. But for `notify`, none rejects: what fails is logged, and not tried again.
 */
export const createVisitorMail = ({
  store,
  send,
  from,
  logError,
  now = () => new Date(),
}: VisitorMailOptions) => {
  const orLog = async (what: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (cause) {
      logError(`${what} failed: ${describeFailure(cause)}`, null);
      return false;
    }
  };
  /** Whether the visitor has an address for mail, and the booking is neither over nor lapsed. */
  const isToTell = (booking: Booking): boolean =>
    addressOf(booking) !== null && !isOver(booking, now()) && phaseOf(booking, now()) !== 'lapsed';
  const dayBefore = (date: Date): string => new Date(date.getTime() - day).toISOString();

  return {
    /** Tells the sender of an enquiry or a booking request that it has arrived. */
    acknowledge: async (submission: Submission): Promise<void> => {
      const { id, kind, time } = submission;
      const address = addressOf(submission);
      // Visitors who booked a time have an invitation.
      if (time || kinds[kind].isKept || address === null) return;
      const date = now();
      const at = date.toISOString();
      const limits = { since: dayBefore(date), inAll };
      await orLog(`The acknowledgement of ${kind} ${id}`, async () => {
        if (await store.claimAcknowledgement(id, mailboxOf(address), at, limits)) {
          await send(acknowledgementOf(submission, from, date));
        }
      });
    },

    /**
     * Mails the visitor who booked. Only the request knows the booking's address, so a failed mail is tried
     * again only if the form is sent again. Resolves when the store knows whether a mail goes out.
     * @param later given what is then still under way
     */
    invite: async (
      booking: Booking,
      url: string,
      later: (sending: Promise<void>) => void,
    ): Promise<void> => {
      if (!isToTell(booking)) return;
      const what = `The invitation to booking ${booking.id}`;
      const sendOrMark = async (): Promise<void> => {
        const isSent = await orLog(what, () => send(invitationMail(booking, url, from)));
        if (!isSent) await orLog(what, () => store.setInvited(booking, false));
      };
      await orLog(what, async () => {
        const date = now();
        const ofState = booking.time.sequence === 0 ? ofFirst : ofChanges;
        const limits = { since: dayBefore(date), ...ofState };
        const claim = await store.claimInvitation(booking, date.toISOString(), limits);
        if (claim === 'claimed') later(sendOrMark());
        if (claim === 'tooMany') logError(`${what} was not sent: too many went out in a day`, null);
      });
    },

    /** Tells the visitor of the owner's change. @returns false where there is nobody, or nothing, to tell */
    notify: async (booking: Booking): Promise<boolean> => {
      if (!isToTell(booking)) return false;
      await send(invitationMail(booking, null, from));
      return true;
    },
  };
};
