import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fillIdentity } from '#content/schema/identity-text.ts';
import { calendarPartOf } from '../kinds/booked-event.ts';
import { bookedTimeIn, inWords, ownerZone, stateOf } from '../kinds/booked-time.ts';
import type { Booking } from '../stores/store.ts';
import { isPlainAddress, type MailService, messageIdOf, wrap } from './mail.ts';
import { describeFailure, type OutboxOptions } from './outbox.ts';

/** Tells who booked. Never rejects: what is not sent is logged, and not tried again. */
export type Invite = (booking: Booking, url: string) => Promise<void>;

/** Mails about one booking; who moves it more often sees it on its page. */
const mostChanges = 5;

const { invitation: words } = embedded;

const fill = (text: string): string => fillIdentity(text, 'content/embedded.ts', ['time']);

/**
 * The time, for the visitor's calendar, and the address that changes it, which nobody else has: the store
 * knows only its hash, so that a mail that failed cannot be written again. It holds nothing that was typed
 * but the address; how many there can be follows from how many times a mailbox may book.
 */
export const createInvite =
  ({
    send,
    from,
    logError,
  }: Pick<OutboxOptions, 'logError'> & Pick<MailService, 'send'> & { from: string }): Invite =>
  async (booking, url) => {
    const { id, time, fields, receivedAt } = booking;
    const address = fields.email?.trim() ?? '';
    if (!isPlainAddress(address) || time.sequence > mostChanges) return;
    const when = bookedTimeIn(time, fields.zone || ownerZone);
    const said = words[stateOf(time)];
    const text = [
      fill(said.text),
      `${inWords(when)}\n${embedded.mail.length.replace('{minutes}', () => fields.minutes ?? '')}`,
      ...(time.cancelledAt === null ? [`${words.change}\n${url}`] : []),
      `${identity.person}\n${identity.firm}`,
    ];
    try {
      await send({
        from,
        to: address,
        replyTo: { name: identity.person, address: identity.email },
        subject: fill(said.subject).replace('{time}', () => `${when.date}, ${when.time}`),
        text: text.map((part) => (part.includes(url) ? part : wrap(part))).join('\n\n'),
        date: new Date(time.changedAt ?? receivedAt),
        messageId: messageIdOf(`invitation-${time.sequence}`, booking, from),
        calendar: calendarPartOf(booking, url),
      });
    } catch (cause) {
      const reason = describeFailure(cause).replaceAll(address, '(address)');
      logError(`The invitation to booking ${id} failed: ${reason}`, null);
    }
  };
