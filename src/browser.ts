export const wait = (milliseconds: number): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves when the browser is idle, or after 2 s, because extensions can keep it busy. Safari has no idle callbacks. */
export const idle = (): Promise<unknown> =>
  new Promise((run) => window.requestIdleCallback?.(run, { timeout: 2000 }) ?? setTimeout(run));

export const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Resolves at the next of these events. */
export const next = (target: EventTarget, ...types: string[]): Promise<unknown> =>
  new Promise((resolve) => {
    for (const type of types) target.addEventListener(type, resolve, { once: true });
  });

/** Resolves when an island is at most a screen away. The island itself has no box. */
export const near = (island: Element): Promise<unknown> =>
  new Promise((resolve) => {
    const look = (entries: IntersectionObserverEntry[]) =>
      entries.some(({ isIntersecting }) => isIntersecting) && resolve(null);
    const observer = new IntersectionObserver(look, { rootMargin: '100%' });
    observer.observe(island.firstElementChild ?? island);
  });

/** Fetches a whole file before it is imported, so that the import rarely fails. */
export const fetchFile = (file: string, options?: RequestInit): Promise<boolean> =>
  fetch(file, options)
    .then((response) => response.blob().then(() => response.ok))
    .catch(() => false);

/** Hydrates the island with this component name (`src/layouts/loading.ts`). */
export const needIsland = (name: string): void => {
  document
    .querySelector(`astro-island[component-export="${name}"]`)
    ?.dispatchEvent(new Event('needed'));
};

/**
 * Returns whether the focus is still where it was when an action began. Only then may its outcome take the focus.
 * @param origin the element that had the focus
 */
export const focusStayed = (origin: Element | null): boolean =>
  document.activeElement === document.body || document.activeElement === origin;

/** Returns whether any part of an element, even only its edge, is in the window. */
export const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom > 0;
};

/** Returns the result of a function, or null if it throws. */
export const attempt = <T>(run: () => T): T | null => {
  try {
    return run();
  } catch {
    return null;
  }
};

// Storage may be full or contain garbage. If it is forbidden, Chromium and Firefox throw on access.

type StorageName = 'localStorage' | 'sessionStorage';

/** Returns the value under a key; null if nothing can be read. */
export const readStored = (storage: StorageName, key: string): unknown =>
  attempt(() => JSON.parse(globalThis[storage].getItem(key) ?? 'null'));

/** Stores a value as JSON, if it can. */
export const writeStored = (storage: StorageName, key: string, value: unknown): void =>
  void attempt(() => globalThis[storage].setItem(key, JSON.stringify(value)));

/** Removes the value under a key, if it can. */
export const removeStored = (storage: StorageName, key: string): void =>
  void attempt(() => globalThis[storage].removeItem(key));
