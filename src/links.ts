/** Every address that the site opens for a visitor is built here. */

export interface EmailDraft {
  to: string;
  subject?: string;
  body?: string;
}

// `URLSearchParams` writes a space as `+`, which mail clients show literally (RFC 6068).
// A lone surrogate, which a paste can contain, would make encodeURIComponent throw.
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A mailto address; line breaks become CRLF, as RFC 6068 wants them. */
export const mailtoUrl = ({ to, subject, body }: EmailDraft): string => {
  const headers = [
    subject === undefined ? null : `subject=${encode(subject)}`,
    body === undefined ? null : `body=${encode(body.replace(/\r\n|\r|\n/g, '\r\n'))}`,
  ].filter((header) => header !== null);
  const address = encode(to).replaceAll('%40', '@');
  return `mailto:${address}${headers.length > 0 ? `?${headers.join('&')}` : ''}`;
};

/** A tel address. */
export const telUrl = (phone: string): string => `tel:${phone}`;

/** What a visitor has already told us, for the booking page (behavior 9.2). */
export interface BookingPrefill {
  name?: string;
  email?: string;
  company?: string;
  message?: string;
}

/** Longest booking address, in characters: web servers refuse a request line of more than 8 KB. */
const bookingUrlLimit = 6000;

/** A fifth shorter, between characters, with a sign that there was more. */
const shorten = (text: string): string => {
  const characters = Array.from(text.replace(/…$/, ''));
  return `${characters.slice(0, Math.floor(characters.length * 0.8)).join('')}…`;
};

/**
 * The booking page with what is known of the visitor: name, email, a1 (company), a2 (message).
 * Empty details are left out; a query that the page already has stays. Of a text that would make the
 * address too long for servers, the beginning is carried.
 * @param base web address or path of the booking page
 * @param origin what a path is relative to
 * @throws TypeError when the booking page is no address
 */
export const bookingUrlWith = (
  base: string,
  { name, email, company, message }: BookingPrefill,
  origin: string,
): string => {
  const url = new URL(base, origin);
  for (const [key, value] of Object.entries({ name, email, a1: company, a2: message })) {
    if (value?.trim()) url.searchParams.set(key, value.toWellFormed());
  }
  while (url.href.length > bookingUrlLimit) {
    const byLength = [...url.searchParams].sort(([, one], [, other]) => other.length - one.length);
    const [key, value] = byLength[0] ?? ['', ''];
    if (value.length < 100) break;
    url.searchParams.set(key, shorten(value));
  }
  return url.href;
};
