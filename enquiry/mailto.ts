import { emailBodies } from '#content/messages.ts';
import { fill } from '#model/fill.ts';
import { shorten, wellFormed } from './characters.ts';

export interface EmailDraft {
  to: string;
  subject?: string;
  body?: string;
  /** The values of the {braces} in the body. */
  values?: Readonly<Record<string, string>>;
}

/** The maximum length of an address in characters. Windows ignores those above about 2,046 (behavior 10.18). */
export const mailtoLimit = 1900;

// `URLSearchParams` writes a space as `+`, which mail clients show (RFC 6068); encodeURIComponent
// throws on a lone surrogate.
const encode = (text: string): string => encodeURIComponent(wellFormed(text));

/** Returns the whole body of a draft, with its values. */
export const bodyOf = ({ body = '', values = {} }: Omit<EmailDraft, 'to'>): string =>
  fill(body, values);

const urlOf = (draft: EmailDraft, note = ''): string => {
  const { to, subject, body } = draft;
  const text = (bodyOf(draft) + note).replace(/\r\n|\r|\n/g, '\r\n');
  const headers = [
    subject === undefined ? null : `subject=${encode(subject)}`,
    body === undefined ? null : `body=${encode(text)}`,
  ].filter((header) => header !== null);
  const address = encode(to).replace('%40', '@');
  return `mailto:${address}${headers.length > 0 ? `?${headers.join('&')}` : ''}`;
};

/** Returns whether a draft is too long for mail programs, so that its address contains only part of it. */
export const isTooLong = (draft: EmailDraft): boolean => urlOf(draft).length > mailtoLimit;

const shortenLongest = (draft: EmailDraft): EmailDraft => {
  const { values = {}, ...own } = draft;
  const texts = Object.entries({ ...own, ...values });
  const [name, text] = texts.reduce((one, other) =>
    encode(other[1]).length > encode(one[1]).length ? other : one,
  );
  // A recipient is never shortened: the beginning of an address would be another address.
  const shorter = { [name]: name === 'to' ? '' : shorten(text, mailtoLimit) };
  return name in values
    ? { ...draft, values: { ...values, ...shorter } }
    : { ...draft, ...shorter };
};

/**
 * Returns a mailto address of at most `mailtoLimit` characters; the body's line breaks become CRLF
 * (RFC 6068). The longest texts of a draft that is too long are shortened, and its body mentions it.
 */
export const mailtoUrl = (draft: EmailDraft): string => {
  let url = urlOf(draft);
  for (let shorter = draft; url.length > mailtoLimit; ) {
    shorter = shortenLongest(shorter);
    url = urlOf(shorter, `\n\n${emailBodies.shortened}`);
  }
  return url;
};
