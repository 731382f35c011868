let chosen: number | null = null;
const listeners = new Set<() => void>();

/** Where the visitor has put the line, from 0 to 100; null until it is moved. All islands share it. */
export const chosenThreshold = {
  current: (): number | null => chosen,
  choose(threshold: number): void {
    chosen = threshold;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
