import { expect, test } from 'vitest';
import { countedEvents, formatCount, parseCount } from './counts.ts';

test('the inbox reads the format that the page writes', () => {
  for (const event of countedEvents) {
    const counted = { event, label: 'hero:opened' };
    expect(parseCount(formatCount(counted))).toEqual(counted);
  }
});

test.each(['', 'page_view_', 'Page_view direct', ' page_view direct', 'toString x', '{}', '[]'])(
  '%j is no event',
  (text) => expect(parseCount(text)).toBeNull(),
);

test('a label that could contain typed text is counted as “other”', () => {
  const labelled = (label: string) => parseCount(`page_view ${label}`)?.label;
  const kept = ['direct', 'www.example.com', 'service-night-watch:opened', 'a'.repeat(100)];
  expect(kept.map(labelled)).toEqual(kept);
  const addresses = ['ada@example.com', 'https://example.com/x?y'];
  const others = ['', 'A', ...addresses, '=1+1', 'ü', '\u001b[2J', 'direct\n', 'a'.repeat(101)];
  expect(others.map(labelled)).toEqual(others.map(() => 'other'));
});
