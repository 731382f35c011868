/** One mailbox for many spellings, so that a limit for each cannot be got around with them. */
export const mailboxOf = (address: string): string => {
  const [local = '', host = ''] = address.trim().toLowerCase().split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${host}`;
};
