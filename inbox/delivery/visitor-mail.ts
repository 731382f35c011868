import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fill } from '#model/fill.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { invitationOf } from '../kinds/booked-event.ts';
import { bookedTimeIn, inShort, inWords, isOver, phaseOf, stateOf } from '../kinds/booked-time.ts';
import { senderOf } from '../kinds/facts.ts';
import { kinds, lengthInWords } from '../kinds/index.ts';
import type { LogError } from '../limited-log.ts';
import { mailableAddress, mailboxOf } from '../mailbox.ts';
import type { Store } from '../stores/sql-store.ts';
import type { Booking, Submission } from '../stores/store.ts';
import { type Mail, type MailService, messageIdOf, wrap } from './mail.ts';
import { describeFailure } from './refusal.ts';

/** The daily maximum of acknowledgements, and of invitations: half of the mail service's free plan. */
const inAll = 50;

/** Returns the daily limits of a kind of mail. Changes of bookings leave room for first invitations. */
const limitsOf = ({ time }: Submission) => {
  if (!time) return { inAll, toMailbox: 1 };
  return time.sequence === 0 ? { inAll, toMailbox: 6 } : { inAll: inAll / 2, toMailbox: 4 };
};

const { acknowledgement, invitation } = embedded;

/** Returns the parts that mails to visitors share; null without an address that mail can be sent to. */
const toVisitor = (submission: Submission, from: string) => {
  const to = mailableAddress(senderOf(submission).email);
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
    subject: fillIdentity(acknowledgement.subject),
    text: wrap(fillIdentity(acknowledgement.text)),
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
    subject: fill(fillIdentity(subject), { time: inShort(when) }),
    text: [
      wrap(fillIdentity(text)),
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
  store: Pick<Store, 'claimVisitorMail' | 'setInvited'>;
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
  /** Sends a mail if the store allows it. Resolves when the store knows whether a mail is sent. */
  const claimAndSend = async (submission: Submission, mail: Mail): Promise<void> => {
    const { id, kind, time } = submission;
    const what = time ? `The invitation to booking ${id}` : `The acknowledgement of ${kind} ${id}`;
    const logFailure = (cause: unknown): void =>
      logError(`${what} failed: ${describeFailure(cause)}`, null);
    const unmark = async (cause: unknown): Promise<void> => {
      logFailure(cause);
      // A claim may be stored although its answer was lost.
      if (time?.invitation !== 'sent') await store.setInvited(submission, false).catch(logFailure);
    };
    const [mailbox, date] = [mailboxOf(mail.to), now().toISOString()];
    try {
      const claim = await store.claimVisitorMail(submission, mailbox, date, limitsOf(submission));
      if (claim === 'claimed') later(send(mail).catch(unmark));
      if (claim === 'tooMany') logError(`${what} was not sent: too many went out in a day`, null);
    } catch (cause) {
      await unmark(cause);
    }
  };

  return {
    /** Mails the sender of an enquiry or a booking request that it has arrived. */
    acknowledge: (submission: Submission): void => {
      const mail = acknowledgementMail(submission, from, now());
      if (mail) later(claimAndSend(submission, mail));
    },

    /**
     * Mails the visitor who booked. Only the request has the URL, so a failed mail is sent again only if the form
     * is. Resolves when the store knows whether a mail is sent.
     */
    invite: async (booking: Booking, url: string): Promise<void> => {
      const mail = invitationMail(booking, url, from, now());
      if (mail) await claimAndSend(booking, mail);
    },

    /** Mails the owner's change to the visitor. @returns false if there must be no mail */
    notify: async (booking: Booking): Promise<boolean> => {
      const mail = invitationMail(booking, null, from, now());
      if (mail) await send(mail);
      return mail !== null;
    },
  };
};
