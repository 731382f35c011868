let chosen: number | null = null;
const listeners = new Set<() => void>();

/** The visitor's position of the line, from 0 to 100; null until it is moved. All islands share it. */
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
