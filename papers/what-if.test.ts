import { existsSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { isSample, notSample } from '../tests/sample.ts';
import type * as assumptions from './assumptions.ts';

type Assumed = typeof assumptions;

interface WhatIf {
  name: string;
  change: (assumed: Assumed) => Partial<Record<keyof Assumed, unknown>>;
  /** The figures that follow, at least. */
  figures?: string[];
  /** The inequality that no longer holds. */
  refused?: string;
}

const changes: WhatIf[] = [
  {
    name: 'more orders a day',
    change: ({ shop }) => ({ shop: { ...shop, ordersPerDay: 10_100 } }),
    figures: ['burden', 'cost-curve', 'prevalence', 'review-capacity', 'ten-thousand'],
  },
  {
    name: 'a cheaper decline than the sum of its parts',
    change: ({ shop }) => ({ shop: { ...shop, lossPerDecline: 24 } }),
    refused: 'shop.lossPerDecline = ledger.margin + ledger.later + ledger.calls',
  },
  {
    name: 'dearer readers',
    change: ({ review }) => ({ review: { ...review, costPerHour: 41 } }),
    figures: ['answers', 'decision-flow'],
  },
  {
    name: 'customers who do not wait',
    change: ({ surge }) => ({ surge: { ...surge, givesUp: 0.6 } }),
    refused: 'surge.wait.cost < min(surge.approve.cost, surge.decline.cost)',
  },
  {
    name: 'an attacker who adapts less',
    change: () => ({ adapted: { a: 4, b: 5 } }),
    refused: '0.6 < 1 - drift.after.caught < 0.67',
  },
  {
    name: 'a hijack that is noticed sooner',
    change: ({ hijack }) => ({ hijack: { ...hijack, hoursUntilNoticed: 20 } }),
    figures: ['mandate-exposure'],
  },
];

const texts = ['ai-fraud-detection-guide', 'agentic-commerce-guide'].map((id) => ({
  id,
  file: `papers/text/${id}.md`,
}));

/** The arithmetic is done when a module is read, so each reading has modules of its own. */
const readWith = async (change: WhatIf['change']) => {
  vi.resetModules();
  vi.doMock('./assumptions.ts', async (importOriginal) => {
    const assumed = await importOriginal<Assumed>();
    return { ...assumed, ...change(assumed) };
  });
  const { valuesOf } = await import('./compose.ts');
  const { fillValues } = await import('./markdown.ts');
  const { figures } = await import('./figures/index.ts');
  const filled = texts.map(({ id, file }) =>
    fillValues(readFileSync(file, 'utf8'), file, valuesOf(id)),
  );
  const mistakes = filled.flatMap((paper) => paper.mistakes);
  return {
    text: filled.map(({ text }) => text).join('\n'),
    mistakes,
    // `compose` does not draw what it refuses.
    drawings:
      mistakes.length > 0
        ? []
        : Object.entries(figures).map(([name, figure]) => [name, figure.draw().content] as const),
  };
};

const isTested = isSample && texts.every(({ file }) => existsSync(file));

test.skipIf(!isTested)(
  `another assumption changes text, tables and figures together, or is refused where a sentence no longer holds${isSample ? '' : `: ${notSample}`}`,
  async () => {
    const before = await readWith(() => ({}));
    expect(before.mistakes).toEqual([]);
    const drawn = new Map(before.drawings);
    for (const { name, change, figures = [], refused } of changes) {
      const after = await readWith(change);
      if (refused === undefined) {
        expect(after.mistakes, name).toEqual([]);
        expect(after.text, name).not.toBe(before.text);
        const changed = after.drawings.filter(([figure, content]) => content !== drawn.get(figure));
        expect(
          changed.map(([figure]) => figure),
          name,
        ).toEqual(expect.arrayContaining(figures));
      } else {
        expect(after.mistakes, name).toContainEqual({
          file: expect.stringMatching(/\.md$/),
          line: expect.any(Number),
          text: expect.stringContaining(`no longer holds: it is given ${refused}, but`),
        });
      }
    }
  },
);
