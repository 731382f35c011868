// Without zod, which a Worker has no use for.

/**
 * Whether the address of a mail server is read otherwise than it was meant, since a character in the password
 * ends the part before the @ (RFC 3986, 3.2).
 */
export const isPasswordCut = (address: string): boolean => {
  const [, login = '', rest = ''] = /^\w+:\/\/(?:([^/?#]*)@)?(.*)$/s.exec(address) ?? [];
  return rest.includes('@') || /:.*@/s.test(login);
};

export const passwordCut =
  'has a password that cannot be read: in it, write # as %23, / as %2F, ? as %3F and @ as %40';

/** Whether an address of the web has a user name or a password, which `fetch` refuses. */
export const hasLogin = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { username, password, hash } = new URL(address);
  return `${username}${password}` !== '' || hash.includes('@');
};

export const loginRefused = 'must have no user name or password in its address';

/** Whether a message should not repeat a value, also one that is no address. */
export const mayHoldLogin = (value: string): boolean => /\/\/.*@/s.test(value);
