import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { fillIdentity } from '#model/identity-text.ts';
import { invitationOf } from '../kinds/booked-event.ts';
import { bookedTimeIn, inShort, inWords, isOver, stateOf } from '../kinds/booked-time.ts';
import { mailableAddress } from '../mailbox.ts';
import type { Booking, Store } from '../stores/store.ts';
import { type Mail, type MailService, messageIdOf, wrap } from './mail.ts';
import type { OutboxOptions } from './outbox.ts';
import { describeFailure } from './refusal.ts';

/**
 * Tells who booked. Resolves when the store knows whether a mail goes out, and never rejects: what is not sent
 * is logged, and not tried again.
 * @param later given what is then still under way
 */
export type Invite = (
  booking: Booking,
  url: string,
  later: (sending: Promise<void>) => void,
) => Promise<void>;

/** Tells who booked of the owner's change. @returns false where there is nobody, or nothing any more, to tell */
export type Notify = (booking: Booking) => Promise<boolean>;

/** Hours in which there are so many. */
const period = 24;
/** To all mailboxes, as for acknowledgements, and to one. Changes leave what first invitations need. */
const ofFirst = { inAll: 50, toMailbox: 6 };
const ofChanges = { inAll: 25, toMailbox: 4 };

const { invitation: words } = embedded;

const fill = (text: string): string => fillIdentity(text, 'content/words', ['time']);

const addressOf = ({ fields }: Booking): string | null =>
  mailableAddress(fields.email?.trim() ?? '');

/**
 * The time, for the visitor's calendar. It holds nothing that was typed but the address.
 * @param url where it can be changed, of which the store knows the hash alone; null when nobody here knows it
 */
const mailOf = (booking: Booking, url: string | null, from: string): Mail => {
  const { time, fields, receivedAt } = booking;
  const when = bookedTimeIn(time, fields.zone);
  const said = words[stateOf(time)];
  const change = url === null ? words.changeKnown : `${words.change}\n${url}`;
  const text = [
    fill(said.text),
    `${inWords(when)}\n${embedded.mail.length.replace('{minutes}', () => fields.minutes ?? '')}`,
    ...(time.cancelledAt === null ? [change] : []),
    `${identity.person}\n${identity.firm}`,
  ];
  return {
    from,
    fromName: identity.firm,
    to: addressOf(booking) ?? '',
    replyTo: { name: identity.person, address: identity.email },
    subject: fill(said.subject).replace('{time}', () => inShort(when)),
    text: text.map((part) => (url && part.includes(url) ? part : wrap(part))).join('\n\n'),
    date: new Date(time.changedAt ?? receivedAt),
    messageId: messageIdOf(`invitation-${time.sequence}`, booking, from),
    calendar: invitationOf(booking, url),
  };
};

export const createNotify =
  ({
    send,
    from,
    now = () => new Date(),
  }: Pick<OutboxOptions, 'now'> & Pick<MailService, 'send'> & { from: string }): Notify =>
  async (booking) => {
    if (addressOf(booking) === null || isOver(booking, now())) return false;
    await send(mailOf(booking, null, from));
    return true;
  };

/** The address that changes a booking is known while its request is here: a mail that failed cannot be written again. */
export const createInvite = ({
  store,
  send,
  from,
  logError,
  now = () => new Date(),
}: Pick<OutboxOptions, 'logError' | 'now'> &
  Pick<MailService, 'send'> & {
    store: Pick<Store, 'claimInvitation' | 'setInvited'>;
    from: string;
  }): Invite => {
  /** @returns whether it went well */
  const orLog = async (booking: Booking, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (cause) {
      const reason = describeFailure(cause);
      logError(`The invitation to booking ${booking.id} failed: ${reason}`, null);
      return false;
    }
  };
  const sendOne = async (booking: Booking, url: string): Promise<void> => {
    const isSent = await orLog(booking, () => send(mailOf(booking, url, from)));
    if (!isSent) await orLog(booking, () => store.setInvited(booking, false));
  };

  /** Of each booking, the mail that is on its way: a calendar must not hear of a change first. */
  const underWay = new Map<number, Promise<void>>();
  const sendInOrder = (booking: Booking, url: string): Promise<void> => {
    const { id } = booking;
    const mine: Promise<void> = (underWay.get(id) ?? Promise.resolve())
      .then(() => sendOne(booking, url))
      .finally(() => {
        if (underWay.get(id) === mine) underWay.delete(id);
      });
    underWay.set(id, mine);
    return mine;
  };

  return async (booking, url, later) => {
    if (addressOf(booking) === null) return;
    await orLog(booking, async () => {
      const { inAll, toMailbox } = booking.time.sequence === 0 ? ofFirst : ofChanges;
      const at = now();
      const since = new Date(at.getTime() - period * 60 * 60 * 1000).toISOString();
      const limits = { since, inAll, toMailbox };
      const claim = await store.claimInvitation(booking, at.toISOString(), limits);
      if (claim === 'claimed') later(sendInOrder(booking, url));
      else if (claim !== 'known') {
        const many = claim === 'mailbox' ? `${toMailbox} went to its mailbox` : `${inAll} went out`;
        logError(`The invitation to booking ${booking.id} was not sent: ${many} in a day`, null);
      }
    });
  };
};
