import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fillIdentity } from '#content/schema/identity-text.ts';
import { invitationOf } from '../kinds/booked-event.ts';
import { bookedTimeIn, inShort, inWords, stateOf } from '../kinds/booked-time.ts';
import type { Booking, Store } from '../stores/store.ts';
import { isPlainAddress, type MailService, messageIdOf, wrap } from './mail.ts';
import { describeFailure, type OutboxOptions } from './outbox.ts';

/** Tells who booked. Never rejects: what is not sent is logged, and not tried again. */
export type Invite = (booking: Booking, url: string) => Promise<void>;

/** Hours in which so many go to all visitors together, as for acknowledgements: half of the service's free plan. */
const period = 24;
const inAll = 50;

const { invitation: words } = embedded;

const fill = (text: string): string => fillIdentity(text, 'content/embedded.ts', ['time']);

/**
 * The time, for the visitor's calendar, and the address that changes it, which nobody else has: the store
 * knows only its hash, so that a mail that failed cannot be written again. It holds nothing that was typed
 * but the address. How many go to one mailbox follows from how many times it may book and move.
 */
export const createInvite = ({
  store,
  send,
  from,
  logError,
  now = () => new Date(),
}: Pick<OutboxOptions, 'logError' | 'now'> &
  Pick<MailService, 'send'> & { store: Pick<Store, 'claimInvitation'>; from: string }): Invite => {
  const write = async (booking: Booking, url: string, address: string): Promise<void> => {
    const { id, time, fields, receivedAt } = booking;
    const date = now();
    const since = new Date(date.getTime() - period * 60 * 60 * 1000).toISOString();
    if (!(await store.claimInvitation(id, date.toISOString(), { since, inAll }))) {
      logError(`The invitation to booking ${id} was not sent: there were ${inAll} in a day`, null);
      return;
    }
    const when = bookedTimeIn(time, fields.zone);
    const said = words[stateOf(time)];
    const text = [
      fill(said.text),
      `${inWords(when)}\n${embedded.mail.length.replace('{minutes}', () => fields.minutes ?? '')}`,
      ...(time.cancelledAt === null ? [`${words.change}\n${url}`] : []),
      `${identity.person}\n${identity.firm}`,
    ];
    await send({
      from,
      to: address,
      replyTo: { name: identity.person, address: identity.email },
      subject: fill(said.subject).replace('{time}', () => inShort(when)),
      text: text.map((part) => (part.includes(url) ? part : wrap(part))).join('\n\n'),
      date: new Date(time.changedAt ?? receivedAt),
      messageId: messageIdOf(`invitation-${time.sequence}`, booking, from),
      calendar: invitationOf(booking, url),
    });
  };

  /** Of each booking, the mail that is on its way: a calendar must not hear of a change first. */
  const underWay = new Map<number, Promise<void>>();
  return (booking, url) => {
    const { id, fields } = booking;
    const address = fields.email?.trim() ?? '';
    if (!isPlainAddress(address)) return Promise.resolve();
    const mine: Promise<void> = (underWay.get(id) ?? Promise.resolve())
      .then(() => write(booking, url, address))
      .catch((cause: unknown) => {
        const reason = describeFailure(cause).replaceAll(address, '(address)');
        logError(`The invitation to booking ${id} failed: ${reason}`, null);
      })
      .finally(() => {
        if (underWay.get(id) === mine) underWay.delete(id);
      });
    underWay.set(id, mine);
    return mine;
  };
};
