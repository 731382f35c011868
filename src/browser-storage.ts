type StorageName = 'localStorage' | 'sessionStorage';

/** Storage may be missing, forbidden, full, or hold rubbish; the page works without it. */
const attempt = (
  storage: StorageName,
  use: (items: Storage) => unknown,
  place: Pick<Window, StorageName> = globalThis,
): unknown => {
  try {
    // This throws where storage is forbidden, in Chromium and in Firefox.
    return use(place[storage]);
  } catch {
    return null;
  }
};

/** What is stored under a key; null if nothing can be read. */
export const readStored = (storage: StorageName, key: string): unknown =>
  attempt(storage, (items) => JSON.parse(items.getItem(key) ?? 'null'));

/** Stores a value as JSON, if it can. */
export const writeStored = (storage: StorageName, key: string, value: unknown): void =>
  void attempt(storage, (items) => items.setItem(key, JSON.stringify(value)));

/** Removes what is stored under a key, if it can. */
export const removeStored = (storage: StorageName, key: string): void =>
  void attempt(storage, (items) => items.removeItem(key));

/** Empties what a tab that this page has opened copied of its session (HTML 7.3.2.4), if it can. */
export const emptyCopiedSession = (tab: Window): void =>
  void attempt('sessionStorage', (items) => items.clear(), tab);
