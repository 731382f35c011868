import { html } from 'hono/html';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { mailtoUrl } from '#enquiry/mailto.ts';
import { type CalendarPart, ownersCopyOf } from '../kinds/booked-event.ts';
import { factsOf } from '../kinds/facts.ts';
import { kinds } from '../kinds/index.ts';
import { shorten, subjectOf } from '../kinds/subject.ts';
import { isPlainAddress } from '../mailbox.ts';
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
  /** Equal in every attempt, so that mail programs and services recognize a copy. */
  messageId: string;
  text: string;
  html?: string;
  calendar?: CalendarPart;
  headers?: Readonly<Record<string, string>>;
}

export interface MailService {
  /** The number of mails that it takes at the same time. */
  atOnce: number;
  /** Rejects with a reason when the mail was not accepted. */
  send: (mail: Mail) => Promise<void>;
  /** Sends nothing. Rejects when the service does not answer, or refuses the credentials. */
  verify: () => Promise<void>;
}

/** Plain text in lines of 72 columns. */
export const wrap = (text: string): string => wrapWords(text, 72).join('\n');

const time = new Intl.DateTimeFormat(site.language, {
  dateStyle: 'full',
  timeStyle: 'long',
  timeZone: site.timeZone,
});

const labelled = (label: string): string => (label.endsWith('?') ? label : `${label}:`);

const { received, id: idLabel } = embedded.mail;

/** @param name of the mail; one submission can have several */
export const messageIdOf = (name: string, { id, receivedAt }: Submission, from: string): string =>
  `<${name}-${id}-${Date.parse(receivedAt)}@${from.split('@')[1]}>`;

/** Returns the visitor's name with the site's, in letters that are no part of an address or a header. */
const senderName = (name: string): string => {
  const letters = shorten(name.replace(/[^\p{L}\p{M}\p{N} .'’-]/gu, ' '));
  return letters ? `${letters} (${identity.firm})` : identity.firm;
};

const muted = 'font-weight:400;opacity:.75;text-align:left;vertical-align:top;white-space:nowrap';
const typed = 'white-space:pre-wrap;overflow-wrap:anywhere';

/** The mail to the owner. Nothing that a visitor typed can add a header, an element or a link. */
export const composeMail = (submission: Submission, { from, to }: Addresses): Mail => {
  const { id, kind, receivedAt, fields, time: booked } = submission;
  const subject = subjectOf(submission);
  const { name, email } = kinds[kind].sender(fields);
  const address = email.trim();
  const isAddress = isPlainAddress(address);
  const message = printable(fields.message ?? '').trim();
  const facts = [
    ...factsOf(submission).filter(({ field }) => field !== 'message'),
    { field: 'receivedAt', label: received, value: time.format(new Date(receivedAt)) },
    { field: 'id', label: idLabel, value: String(id) },
  ];
  return {
    from,
    fromName: senderName(name),
    to,
    subject,
    ...(isAddress ? { replyTo: { name: shorten(name), address } } : {}),
    date: new Date(booked?.changedAt ?? receivedAt),
    ...(booked ? { calendar: ownersCopyOf({ ...submission, time: booked }) } : {}),
    messageId: messageIdOf(
      booked?.sequence ? `${kind}-${booked.sequence}` : kind,
      submission,
      from,
    ),
    text: [
      ...(message ? [wrap(message), ''] : []),
      ...facts.map(({ label, value }) =>
        value.includes('\n')
          ? `${labelled(label)}\n${wrap(value)}`
          : wrap(`${labelled(label)} ${value}`),
      ),
    ].join('\n'),
    // Without colors of its own, it follows the reader's theme.
    html: String(html`<!doctype html>
<html lang="${site.language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${subject}</title>
    <style>:root { color-scheme: light dark }</style>
  </head>
  <body style="margin:0;padding:16px;font:16px/1.5 system-ui,sans-serif">
    <div style="max-width:600px;margin:0 auto">
      ${message ? html`<p dir="auto" style="margin:0 0 24px;${typed}">${message}</p>` : ''}
      <table style="border-collapse:collapse;font-size:15px">
        ${facts.map(
          ({ field, label, value }) => html`<tr>
          <th scope="row" style="padding:4px 16px 4px 0;${muted}">${label}</th>
          <td dir="auto" style="padding:4px 0;${typed}">${
            field === 'email' && isAddress
              ? html`<a href="${mailtoUrl({ to: address })}">${value}</a>`
              : value
          }</td>
        </tr>`,
        )}
      </table>
    </div>
  </body>
</html>`),
  };
};
