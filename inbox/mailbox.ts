/** A stranger's text must not become two addresses, or a name. */
export const isPlainAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s"(),:;<>@[\\\]\p{C}]+@[^\s"(),:;<>@[\\\]\p{C}]+$/u.test(text);

/** In ASCII and small letters (UTS 46), without the dot of the root; what is no host stays as it is. */
const hostOf = (text: string): string => {
  const address = `http://${text}`;
  return (URL.canParse(address) ? new URL(address).hostname : text).replace(/\.$/, '');
};

/** Names under which a service delivers to the same mailboxes. */
const sameHosts: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/** One mailbox for many spellings, so that a limit for each cannot be got around with them. */
export const mailboxOf = (address: string): string => {
  const [local = '', written = ''] = address.trim().normalize('NFKC').toLowerCase().split('@');
  const host = hostOf(written);
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${sameHosts[host] ?? host}`;
};
