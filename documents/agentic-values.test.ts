import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const file = 'content/white-papers/agentic-commerce-guide.md';
// An owner may offer other papers.
const isOffered = existsSync(file);
const source = isOffered ? readFileSync(file, 'utf8') : '';

test.skipIf(!isOffered)('the review has the twenty questions that the paper announces', () => {
  expect(source).toContain('twenty questions to answer before you let an agent pay');
  const review = /:::table\[The readiness review\][\s\S]*?\n:::\n/.exec(source)?.[0];
  expect(review?.match(/\?/g)).toHaveLength(20);
});
