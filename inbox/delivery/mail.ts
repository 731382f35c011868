import { html } from 'hono/html';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { kinds } from '../kinds/index.ts';
import { printable, printableLine } from '../printable.ts';
import type { Submission } from '../stores/store.ts';
import type { Deliver } from './outbox.ts';

export interface MailConfig {
  smtpUrl: string;
  to: string;
  from: string;
}

/** A stranger's text must not become two addresses, or a name. */
const isPlainAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s"(),:;<>@[\\\]\p{C}]+@[^\s"(),:;<>@[\\\]\p{C}]+$/u.test(text);

const subjectLimit = 150;

/** Nothing that a visitor typed can add a header or an element. */
export const composeMail = (
  { id, kind, receivedAt, fields }: Submission,
  { from, to }: Pick<MailConfig, 'from' | 'to'>,
): SendMailOptions => {
  const { subject, sender, fields: known } = kinds[kind];
  const labelOf = (name: string): string =>
    known.find((field) => field.name === name)?.label ?? name;
  const entries = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([field, value]) => [labelOf(field), printable(value)] as const);
  const { name, email } = sender(fields);
  const address = email.trim();
  return {
    from,
    to,
    subject: printableLine(subject(fields)).slice(0, subjectLimit),
    ...(isPlainAddress(address)
      ? { replyTo: { name: printableLine(name).slice(0, subjectLimit), address } }
      : {}),
    date: new Date(receivedAt),
    // Equal in every attempt, so that mail programs recognize a copy.
    messageId: `<${kind}-${id}-${Date.parse(receivedAt)}@${from.split('@')[1]}>`,
    text: entries
      .map(([label, value]) =>
        value.includes('\n') ? `${label}:\n${value}` : `${label}: ${value}`,
      )
      .join('\n\n'),
    html: String(html`<!doctype html>
<html>
  <body>
    <dl>
      ${entries.map(([label, value]) => html`<dt><b>${label}</b></dt><dd><pre>${value}</pre></dd>`)}
    </dl>
  </body>
</html>`),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};

/** @param timeLimit milliseconds of silence */
export const createMailDelivery = (
  { smtpUrl, from, to }: MailConfig,
  timeLimit = 20_000,
): Deliver => {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeLimit,
    greetingTimeout: timeLimit,
    socketTimeout: timeLimit,
    dnsTimeout: timeLimit,
  });
  return async (submission) => {
    await transport.sendMail(composeMail(submission, { from, to }));
  };
};
