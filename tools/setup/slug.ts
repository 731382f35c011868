/** An id that the schema takes, of the first name that has Latin letters or digits: `akero` for *Åkerö*. */
export const slug = (...names: readonly string[]): string => {
  const plain = names.map((name) =>
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-'),
  );
  return (plain.find(Boolean) ?? 'link').replace(/^(?=\d)/, 'at-');
};

/** Of a web address, without `www.`. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/** Returns an id that is not among others, and adds it to them. */
export const freeId = (id: string, others: Set<string>): string => {
  let free = id;
  for (let count = 2; others.has(free); count++) free = `${id}-${count}`;
  others.add(free);
  return free;
};
