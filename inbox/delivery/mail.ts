import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { type CalendarPart, ownersCopyOf } from '../kinds/booked-event.ts';
import { factInText, factsOf, senderOf, shorten, subjectOf } from '../kinds/facts.ts';
import { mailableAddress } from '../mailbox.ts';
import { printable } from '../printable.ts';
import type { Submission } from '../stores/store.ts';
import { wrapWords } from '../wrap.ts';

export interface Addresses {
  from: string;
  to: string;
}

export interface Mail extends Addresses {
  /** The sender that mail programs show. */
  fromName: string;
  subject: string;
  replyTo?: { name: string; address: string };
  date: Date;
  /** The same in each attempt, so that mail programs and services can recognize duplicates. */
  messageId: string;
  text: string;
  calendar?: CalendarPart;
  headers?: Readonly<Record<string, string>>;
}

export interface MailService {
  /** Rejects with a reason if the mail was not accepted. */
  send: (mail: Mail) => Promise<void>;
  /** Sends nothing. Rejects if the service does not answer, or refuses the credentials. */
  verify: () => Promise<void>;
}

/** Returns plain text in lines of 72 columns. */
export const wrap = (text: string): string => wrapWords(text, 72).join('\n');

const time = new Intl.DateTimeFormat(site.language, {
  dateStyle: 'full',
  timeStyle: 'long',
  timeZone: site.timeZone,
});

const { received, id: idLabel } = embedded.mail;

/** @param name distinguishes the mails about one submission */
export const messageIdOf = (name: string, { publicId }: Submission, from: string): string =>
  `<${name}-${publicId}@${from.split('@')[1]}>`;

/** Returns the visitor's name and the firm's, without characters that have a meaning in headers. */
const senderName = (name: string): string => {
  const letters = shorten(name.replace(/[^\p{L}\p{M}\p{N} .'’-]/gu, ' '));
  return letters ? `${letters} (${identity.firm})` : identity.firm;
};

/** Composes the mail to the owner. Nothing that a visitor typed can add a header. */
export const composeMail = (submission: Submission, { from, to }: Addresses): Mail => {
  const { id, kind, receivedAt, fields, time: booked } = submission;
  const subject = subjectOf(submission);
  const { name, email } = senderOf(submission);
  const address = mailableAddress(email);
  const mailName = booked?.sequence ? `${kind}-${booked.sequence}` : kind;
  const message = printable(fields.message ?? '').trim();
  const facts = [
    ...factsOf(submission).filter(({ field }) => field !== 'message'),
    { label: received, value: time.format(new Date(receivedAt)) },
    { label: idLabel, value: String(id) },
  ].map(factInText);
  return {
    from,
    fromName: senderName(name),
    to,
    subject,
    ...(address === null ? {} : { replyTo: { name: shorten(name), address } }),
    date: new Date(booked?.changedAt ?? receivedAt),
    ...(booked ? { calendar: ownersCopyOf({ ...submission, time: booked }) } : {}),
    messageId: messageIdOf(mailName, submission, from),
    text: [...(message ? [message, ''] : []), ...facts].join('\n'),
  };
};
