import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isSample, notSample } from '../tests/sample.ts';
import type { Outcome } from './what-if.ts';

/** Changes of assumptions, and the figures that follow or the inequality that refuses them. */
const changes: { from: string; to: string; figures?: string[]; refused?: string }[] = [
  {
    from: '...thresholdFigure.assumptions,',
    to: '...thresholdFigure.assumptions, ordersPerDay: 10_100,',
    figures: ['burden', 'cost-curve', 'prevalence', 'review-capacity', 'ten-thousand'],
  },
  {
    from: '...thresholdFigure.assumptions,',
    to: '...thresholdFigure.assumptions, lossPerDecline: 24,',
    refused: 'shop.lossPerDecline = ledger.margin + ledger.later + ledger.calls',
  },
  {
    from: '...thresholdFigure.assumptions,',
    to: '...thresholdFigure.assumptions, fraudShare: 0.02,',
    refused: '0.495 < best.labelsWrong < 0.505',
  },
  {
    from: 'costPerHour: 40',
    to: 'costPerHour: 41',
    figures: ['answers', 'decision-flow'],
  },
  { from: 'costPerAttempt: 12', to: 'costPerAttempt: 16', figures: ['attack-margins'] },
  {
    from: 'givesUp: 0.15',
    to: 'givesUp: 0.6',
    refused: 'surge.wait.cost < min(surge.approve.cost, surge.decline.cost)',
  },
  {
    from: 'adapted: Shape = { a: 4, b: 4 }',
    to: 'adapted: Shape = { a: 4, b: 5 }',
    refused: '0.6 < 1 - drift.after.caught < 0.67',
  },
  {
    from: 'hoursUntilNoticed: 36',
    to: 'hoursUntilNoticed: 20',
    figures: ['mandate-exposure'],
  },
  { from: 'friendlyBlocked: 6', to: 'friendlyBlocked: 5.5', figures: ['agent-policies'] },
  {
    from: 'deceived = 0.35',
    to: 'deceived = 0.2',
    refused: '1 < known.after.reassurance < known.before.reassurance / 2',
  },
];

const areOffered = ['ai-fraud-detection-guide', 'agentic-commerce-guide'].every((id) =>
  existsSync(`content/white-papers/${id}.md`),
);

const outcomes = (): Outcome[] =>
  JSON.parse(
    execFileSync(process.execPath, [
      'documents/what-if.ts',
      JSON.stringify(changes.map(({ from, to }) => [from, to])),
    ]).toString(),
  ) as Outcome[];

test.skipIf(!isSample || !areOffered)(
  `another assumption changes text, tables and figures together, or is refused where a sentence no longer holds${isSample ? '' : `: ${notSample}`}`,
  () => {
    const found = outcomes();
    expect(found).toHaveLength(changes.length);
    for (const [index, { to, figures, refused }] of changes.entries()) {
      const outcome = found[index];
      if (refused === undefined) {
        expect(outcome?.refused, to).toEqual([]);
        expect((outcome?.lines ?? 0) + (outcome?.rows ?? 0), to).toBeGreaterThan(0);
        expect(outcome?.figures, to).toEqual(expect.arrayContaining(figures ?? []));
      } else {
        const words = `no longer holds: it is given ${refused}, but`;
        expect(outcome?.refused, to).toContainEqual({
          file: expect.stringMatching(/\.md$/),
          line: expect.any(Number),
          text: expect.stringContaining(words),
        });
      }
    }
  },
);
