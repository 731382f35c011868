/** Returns words as Latin letters and digits, separated by hyphens, such as `acao-2` for `Ação: 2!`. */
export const slugOf = (words: string): string => {
  const plain = words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
};

/** Returns words as an id (`idPattern`), or the fallback if they have no such letters. */
export const idOf = (words: string, otherwise: string): string =>
  /[a-z](?:.*[a-z0-9])?/.exec(slugOf(words).slice(0, 50))?.[0] ?? otherwise;
