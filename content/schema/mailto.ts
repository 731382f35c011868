interface EmailDraft {
  to: string;
  subject?: string;
  body?: string;
}

// `URLSearchParams` writes a space as `+`, which mail clients show (RFC 6068); encodeURIComponent
// throws on a lone surrogate.
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A mailto address; the body's line breaks become CRLF (RFC 6068). */
export const mailtoUrl = ({ to, subject, body }: EmailDraft): string => {
  const headers = [
    subject === undefined ? null : `subject=${encode(subject)}`,
    body === undefined ? null : `body=${encode(body.replace(/\r\n|\r|\n/g, '\r\n'))}`,
  ].filter((header) => header !== null);
  const address = encode(to).replaceAll('%40', '@');
  return `mailto:${address}${headers.length > 0 ? `?${headers.join('&')}` : ''}`;
};
