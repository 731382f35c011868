import type { ClientDirective } from 'astro';
import { fetchFile } from './fetch-file.ts';

/** The events of a visitor at an island, with a pointer before it is pressed; `needed` comes from a script. */
const approach = ['pointerover', 'input', 'needed'];
/** Milliseconds after the focus: a part that fails is gone before a screen reader has announced the element. */
const settling = 300;
/** Milliseconds until files that did not come are fetched again, at the next approach. */
const pause = 1000;

/**
 * Hydrates an island when a visitor reaches it or a script needs it; with `near` also when it is at
 * most a screen away. Until then, and where its files do not come, its HTML works.
 */
const needed: ClientDirective = (load, options, island) => {
  const listening = new AbortController();
  const { signal } = listening;
  let loading: ReturnType<typeof load> | undefined;
  const prepare = (): ReturnType<typeof load> => {
    const file = island.getAttribute('component-url') ?? '';
    loading ??= fetchFile(file).then(load, () => async () => {});
    return loading;
  };
  const hydrate = async (): Promise<void> => {
    if (signal.aborted) return;
    listening.abort();
    await (await prepare())();
    if (!island.hasAttribute('ssr')) return;
    setTimeout(needed, pause, load, { ...options, value: '' }, island);
  };
  for (const type of approach) island.addEventListener(type, hydrate, { signal });
  const settle = (): void => {
    // Visitors who change something meanwhile wait less.
    void prepare();
    setTimeout(hydrate, settling);
  };
  island.addEventListener('focusin', settle, { signal });
  if (options.value !== 'near') return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      // Safari has no idle callbacks.
      (window.requestIdleCallback ?? setTimeout)(hydrate);
    },
    { rootMargin: '100%' },
  );
  // The island itself has no box.
  for (const child of island.children) observer.observe(child);
  signal.addEventListener('abort', () => observer.disconnect());
};

export default needed;
