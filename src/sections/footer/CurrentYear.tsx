import { useSyncExternalStore } from 'react';
import { island } from '#src/components/island.tsx';

// The year can change while the page is open.
const subscribe = (onChange: () => void): (() => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/** The year on the visitor's clock; until it hydrates, that of the build. */
const Year = ({ built }: { built: number }) =>
  useSyncExternalStore(
    subscribe,
    () => new Date().getFullYear(),
    () => built,
  );

export const CurrentYear = island('current-year', Year);
