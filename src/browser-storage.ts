import { attempt } from './attempt.ts';

// Storage may be missing, forbidden, full, or hold rubbish; the page works without it.

type StorageName = 'localStorage' | 'sessionStorage';

// Where storage is forbidden, its name throws, in Chromium and in Firefox.

/** Returns the value under a key; null if nothing can be read. */
export const readStored = (storage: StorageName, key: string): unknown =>
  attempt(() => JSON.parse(globalThis[storage].getItem(key) ?? 'null'));

/** Stores a value as JSON, if it can. */
export const writeStored = (storage: StorageName, key: string, value: unknown): void =>
  void attempt(() => globalThis[storage].setItem(key, JSON.stringify(value)));

/** Removes what is stored under a key, if it can. */
export const removeStored = (storage: StorageName, key: string): void =>
  void attempt(() => globalThis[storage].removeItem(key));

/** Empties what a tab that this page has opened copied of its session (HTML 7.3.2.4), if it can. */
export const emptyCopiedSession = (tab: Window): void =>
  void attempt(() => tab.sessionStorage.clear());
