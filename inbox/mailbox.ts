/** Matches a single address without a name. */
const plainAddress = /^[^\s"(),:;<>@[\\\]\p{C}]+@[^\s"(),:;<>@[\\\]\p{C}]+$/u;

/** Returns a host in lower-case ASCII (UTS 46), without the root's dot; other texts are unchanged. */
const hostOf = (text: string): string => {
  const address = `http://${text}`;
  return (URL.canParse(address) ? new URL(address).hostname : text).replace(/\.$/, '');
};

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** Pasted text can have characters without width, input methods write wide ones, and phones a dot for two spaces. */
const withoutExtras = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/\.$/, '');

/**
 * Returns a single address with its host in Punycode, or null if mail cannot be sent to it. Other letters than
 * ASCII before the @ would need SMTPUTF8 (RFC 6531) on every mail server between.
 */
export const mailableAddress = (typed: string): string | null => {
  const text = withoutExtras(typed);
  if (text.length > 254 || !plainAddress.test(text)) return null;
  const [local = '', host = ''] = text.split('@');
  const address = `${local}@${isAscii(host) || /[/?#%]/.test(host) ? host : hostOf(host)}`;
  return isAscii(address) ? address : null;
};

/** Returns an address to write to, in the form in which mail is sent to it, if it can be. */
export const addressOf = (typed: string): string => mailableAddress(typed) ?? typed.trim();

/** Returns one text for the many spellings of a mailbox, each of which could otherwise use up its own limit. */
export const mailboxOf = (address: string): string => {
  const [local = '', written = ''] = withoutExtras(address).toLowerCase().split('@');
  const host = hostOf(written).replace(/^googlemail\.com$/, 'gmail.com');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${host}`;
};
