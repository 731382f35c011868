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
import type { Store } from '../stores/sql-store.ts';
import type { Booking, Submission } from '../stores/store.ts';
import { type Mail, type MailService, messageIdOf, wrap } from './mail.ts';
import { describeFailure } from './refusal.ts';

/** The daily maximum of acknowledgements, and of invitations: half of the mail service's free plan. */
const inAll = 50;
const ofAcknowledgements = { inAll, toMailbox: 1 };
/** Changes leave room for first invitations. */
const ofFirst = { inAll, toMailbox: 6 };
const ofChanges = { inAll: 25, toMailbox: 4 };

const { acknowledgement, invitation } = embedded;

const filled = (text: string): string => fillIdentity(text, 'content/words', ['time']);

/** Returns the parts that mails to visitors share; null without an address that mail can be sent to. */
const toVisitor = ({ kind, fields }: Submission, from: string) => {
  const to = mailableAddress(kinds[kind].sender(fields).email);
  const replyTo = { name: identity.person, address: identity.email };
  // No automatic answer to an automatic answer: RFC 3834, and what Outlook and Exchange read.
  const headers = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' };
  return to === null ? null : { from, fromName: identity.firm, to, replyTo, headers };
};

/** Returns the acknowledgement; null for a submission that has none. Visitors who booked a time get an invitation. */
const acknowledgementMail = (submission: Submission, from: string, date: Date): Mail | null => {
  const shared = toVisitor(submission, from);
  if (!shared || submission.time || kinds[submission.kind].isKept) return null;
  return {
    ...shared,
    subject: filled(acknowledgement.subject),
    text: wrap(filled(acknowledgement.text)),
    date,
    messageId: messageIdOf('acknowledgement', submission, from),
  };
};

/**
 * Returns the mail with the time for the visitor's calendar, or with the link that confirms it; null if there is no
 * address, or the booking is over or lapsed.
 * @param url of the booking's page; null for the owner's changes, because the store has only a hash of its key
 */
const invitationMail = (
  booking: Booking,
  url: string | null,
  from: string,
  now: Date,
): Mail | null => {
  const { time, fields, receivedAt } = booking;
  const shared = toVisitor(booking, from);
  if (!shared || isOver(booking, now) || phaseOf(booking, now) === 'lapsed') return null;
  const when = bookedTimeIn(time, fields.zone);
  const code = time.confirmation;
  const { subject, text } = invitation[code === null ? stateOf(time) : 'confirm'];
  const open = code === null ? invitation.change : invitation.confirm.open;
  const address = code === null ? url : `${url}&code=${code}`;
  const change = url === null ? wrap(invitation.changeKnown) : `${wrap(open)}\n${address}`;
  return {
    ...shared,
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

export interface VisitorMailOptions extends Pick<MailService, 'send'> {
  store: Pick<Store, 'claimInvitation' | 'setInvited'>;
  from: string;
  logError: LogError;
  /** Gets the work that nothing waits for, and that never rejects. */
  later: (work: Promise<unknown>) => void;
  now?: () => Date;
}

/**
 * Returns the functions that mail visitors. Anybody can enter anybody's address, so these mails contain nothing else
 * that was typed, and their number is limited. A failure is logged and not retried, except by `notify`, which rejects.
 */
export const createVisitorMail = ({
  store,
  send,
  from,
  logError,
  later,
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

  /** Sends a mail if the store allows it. Resolves when the store knows whether a mail is sent. */
  const claimAndSend = async (
    what: string,
    submission: Submission,
    mail: Mail,
    most: typeof ofFirst,
  ): Promise<void> => {
    const unmark = () => orLog(what, () => store.setInvited(submission, false));
    const sendOrUnmark = async (): Promise<void> => {
      if (!(await orLog(what, () => send(mail)))) await unmark();
    };
    const isKnown = await orLog(what, async () => {
      const date = now().toISOString();
      const claim = await store.claimInvitation(submission, mailboxOf(mail.to), date, most);
      if (claim === 'claimed') later(sendOrUnmark());
      if (claim === 'tooMany') logError(`${what} was not sent: too many went out in a day`, null);
    });
    // A claim may be stored although its answer was lost.
    if (!isKnown && submission.time?.invitation !== 'sent') await unmark();
  };

  return {
    /** Mails the sender of an enquiry or a booking request that it has arrived. */
    acknowledge: (submission: Submission): void => {
      const mail = acknowledgementMail(submission, from, now());
      const what = `The acknowledgement of ${submission.kind} ${submission.id}`;
      if (mail) later(claimAndSend(what, submission, mail, ofAcknowledgements));
    },

    /**
     * Mails the visitor who booked. Only the request has the URL, so a failed mail is sent again only if the form
     * is. Resolves when the store knows whether a mail is sent.
     */
    invite: async (booking: Booking, url: string): Promise<void> => {
      const mail = invitationMail(booking, url, from, now());
      const what = `The invitation to booking ${booking.id}`;
      const most = booking.time.sequence === 0 ? ofFirst : ofChanges;
      if (mail) await claimAndSend(what, booking, mail, most);
    },

    /** Mails the owner's change to the visitor. @returns false if there must be no mail */
    notify: async (booking: Booking): Promise<boolean> => {
      const mail = invitationMail(booking, null, from, now());
      if (mail) await send(mail);
      return mail !== null;
    },
  };
};
