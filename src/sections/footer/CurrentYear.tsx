import { useSyncExternalStore } from 'react';
import { island } from '#src/components/island.tsx';

const readYear = (): number => new Date().getFullYear();

// It can change while the page is open.
const subscribe = (onChange: () => void): (() => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/** The visitor's year; until it hydrates, that of the build. */
const Year = ({ built }: { built: number }) =>
  useSyncExternalStore(subscribe, readYear, () => built);

export const CurrentYear = island('current-year', Year);
