type StorageName = 'localStorage' | 'sessionStorage';

/** What is stored under a key; null if there is nothing that can be read. */
export const readStored = (storage: StorageName, key: string): unknown => {
  try {
    // Reading the property throws where storage is forbidden, in Chromium and in Firefox.
    return JSON.parse(globalThis[storage].getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

/** Stores a value as JSON; does nothing if storage refuses. */
export const writeStored = (storage: StorageName, key: string, value: unknown): void => {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works without it.
  }
};

/** Removes what is stored under a key. */
export const removeStored = (storage: StorageName, key: string): void => {
  try {
    globalThis[storage].removeItem(key);
  } catch {
    // Forbidden: then there is nothing to remove.
  }
};
