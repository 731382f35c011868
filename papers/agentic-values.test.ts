import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const file = 'papers/text/agentic-commerce-guide.md';
// An owner may offer other papers.
const isOffered = existsSync(file);
const source = isOffered ? readFileSync(file, 'utf8') : '';

test.skipIf(!isOffered)('the review has the twenty questions that the paper announces', () => {
  expect(source).toContain('twenty questions to answer before you let an agent pay');
  const review = /:::table\[The readiness review\][\s\S]*?\n:::\n/.exec(source)?.[0];
  expect(review?.match(/\?/g)).toHaveLength(20);
});

test.skipIf(!isOffered)('statements about law and protocols mark their source', () => {
  const sectionOf = (title: string): string =>
    source.split(`### ${title}`)[1]?.split(/\n(?:###|:::checklist)/)[0] ?? '';
  const law = sectionOf('What the law already says').split('\n\n').slice(1);
  const map = sectionOf('The protocols on one page').match(/^\| \*\*.*\|.*\|.*\|.*\|.*\|.*\|$/gm);
  const claims = [...law, ...(map ?? [])].filter((text) => text.trim() !== '');
  expect(claims.length).toBeGreaterThan(12);
  expect(claims.filter((text) => !text.includes('](#source-'))).toEqual([]);
});

test.skipIf(!isOffered)(
  'the list of sources has the day on which they were checked, not long ago',
  () => {
    const edition = new Date(/^edition: (.+)$/m.exec(source)?.[1] ?? '').getTime();
    const standfirst = /\n## Sources[^\n]*\n\n([^\n]+)\n/.exec(source)?.[1] ?? '';
    const checked = new Date(`${/on (\w+ \d+, \d{4})\.$/.exec(standfirst)?.[1]} UTC`).getTime();
    const age = (edition - checked) / 86_400_000;
    expect(age, standfirst).toBeGreaterThanOrEqual(0);
    expect(age, standfirst).toBeLessThan(60);
  },
);
