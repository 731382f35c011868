import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { kinds } from '../kinds/index.ts';
import { mailableAddress, mailboxOf } from '../mailbox.ts';
import type { Submission } from '../stores/store.ts';
import { type MailService, messageIdOf, wrap } from './mail.ts';
import type { OutboxOptions } from './outbox.ts';
import { describeFailure } from './refusal.ts';

/** Never rejects: what is not sent is logged, and not tried again. */
export type Acknowledge = (submission: Submission) => Promise<void>;

/** Hours in which a mailbox gets one acknowledgement, and all together get so many. */
const period = 24;
/** Half of what the free plan of the mail service allows in a day; the owner's mail comes first. */
const inAll = 50;

const fill = (text: string): string => fillIdentity(text, 'content/words');

/**
 * Tells the sender of an enquiry or a booking request that it has arrived. Anybody can enter anybody's
 * address, so the mail holds nothing that was typed, and its number is limited.
 */
export const createAcknowledge =
  ({
    store,
    logError,
    send,
    from,
    now = () => new Date(),
  }: Pick<OutboxOptions, 'store' | 'logError' | 'now'> &
    Pick<MailService, 'send'> & { from: string }): Acknowledge =>
  async (submission) => {
    const { sender, isKept } = kinds[submission.kind];
    const address = mailableAddress(sender(submission.fields).email.trim());
    // Who booked a time has an invitation.
    if (submission.time || isKept || address === null) return;
    const date = now();
    const since = new Date(date.getTime() - period * 60 * 60 * 1000).toISOString();
    try {
      const mailbox = mailboxOf(address);
      const limits = { since, inAll };
      const at = date.toISOString();
      if (!(await store.claimAcknowledgement(submission.id, mailbox, at, limits))) return;
      await send({
        from,
        fromName: identity.firm,
        to: address,
        replyTo: { name: identity.person, address: identity.email },
        subject: fill(embedded.acknowledgement.subject),
        text: wrap(fill(embedded.acknowledgement.text)),
        date,
        messageId: messageIdOf('acknowledgement', submission, from),
        // RFC 3834, and what Outlook and Exchange obey: no automatic answer to an automatic answer.
        headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
      });
    } catch (cause) {
      const reason = describeFailure(cause);
      logError(
        `The acknowledgement of ${submission.kind} ${submission.id} failed: ${reason}`,
        null,
      );
    }
  };
