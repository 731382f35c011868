import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { characterSets, charactersOf } from './families.ts';

const firstView = JSON.stringify([identity, hero]);

const accents = [...charactersOf(characterSets.accents.ranges)].filter(
  (letter) => letter > '\u{7f}',
);

/** Fonts that come late are not shown (`optional`), so what the first view needs is asked for at once. */
export const preloadedSets: readonly (keyof typeof characterSets)[] = accents.some((letter) =>
  firstView.includes(letter),
)
  ? ['base', 'accents']
  : ['base'];
