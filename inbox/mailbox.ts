/** A stranger's text must not become two addresses, or a name. */
export const isPlainAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s"(),:;<>@[\\\]\p{C}]+@[^\s"(),:;<>@[\\\]\p{C}]+$/u.test(text);

/** Returns a host in lower-case ASCII (UTS 46), without the dot of the root; other texts stay as they are. */
const hostOf = (text: string): string => {
  const address = `http://${text}`;
  return (URL.canParse(address) ? new URL(address).hostname : text).replace(/\.$/, '');
};

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/**
 * A single address as mail can be sent to it, its host in Punycode; null where there is none. Letters before the
 * @ that are not ASCII need SMTPUTF8 (RFC 6531) of every server on the way, which nobody can count on.
 */
export const mailableAddress = (text: string): string | null => {
  if (!isPlainAddress(text)) return null;
  const [local = '', host = ''] = text.split('@');
  const address = `${local}@${isAscii(host) || /[/?#%]/.test(host) ? host : hostOf(host)}`;
  return isAscii(address) ? address : null;
};

/** Names under which a service delivers to the same mailboxes. */
const sameHosts: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/** One mailbox for many spellings, so that a limit for each cannot be got around with them. */
export const mailboxOf = (address: string): string => {
  const [local = '', written = ''] = address.trim().normalize('NFKC').toLowerCase().split('@');
  const host = hostOf(written);
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${sameHosts[host] ?? host}`;
};
