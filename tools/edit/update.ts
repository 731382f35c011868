import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, isSeq } from 'yaml';
import { isGroup } from './fields.ts';

/** Where each entry of a list was before: the same one, one of the same title, or one in its place. */
const originsOf = (
  before: readonly unknown[],
  after: readonly unknown[],
): (number | undefined)[] => {
  const left = new Set(before.keys());
  const origins: (number | undefined)[] = [];
  const titleOf = (entry: unknown) => (isGroup(entry) ? Object.values(entry)[0] : entry);
  for (const isOrigin of [
    (entry: unknown, index: number) => isDeepStrictEqual(before[index], entry),
    (entry: unknown, index: number) => titleOf(before[index]) === titleOf(entry),
    (_: unknown, index: number, place: number) => index === place,
  ]) {
    for (const [place, entry] of after.entries()) {
      origins[place] ??= [...left].find((index) => isOrigin(entry, index, place));
      left.delete(origins[place] ?? -1);
    }
  }
  return origins;
};

/** Writes what differs into the YAML that is there, so that comments, quotes and order stay. */
export const update = (
  document: Document,
  node: unknown,
  before: unknown,
  after: unknown,
): unknown => {
  if (isDeepStrictEqual(before, after)) return node;
  if (isMap(node) && isGroup(before) && isGroup(after)) {
    for (const name of Object.keys(before)) if (!(name in after)) node.delete(name);
    let place = 0;
    for (const [name, value] of Object.entries(after)) {
      const index = node.items.findIndex(({ key }) => String(key) === name);
      const pair = node.items[index];
      if (pair) pair.value = update(document, pair.value, before[name], value);
      else node.items.splice(place, 0, document.createPair(name, value));
      place = (pair ? index : place) + 1;
    }
    return node;
  }
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) {
    const { items } = node;
    const origins = originsOf(before, after);
    node.items = after.map((entry, place) => {
      const index = origins[place];
      return index === undefined
        ? document.createNode(entry)
        : update(document, items[index], before[index], entry);
    });
    // As `[]` is.
    if (items.length === 0) node.flow = false;
    return node;
  }
  if (!isScalar(node) || isGroup(after) || Array.isArray(after)) return document.createNode(after);
  node.value = after;
  return node;
};
