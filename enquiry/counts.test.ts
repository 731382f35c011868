import { describe, expect, test } from 'vitest';
import { countedEvents, formatCount, parseCount } from './counts.ts';

test('what the page writes is what is read', () => {
  for (const event of countedEvents) {
    const counted = { event, label: 'hero:opened' };
    expect(parseCount(formatCount(counted))).toEqual(counted);
  }
});

test.each(['', 'page_view_', 'Page_view direct', ' page_view direct', 'toString x', '{}', '[]'])(
  '%j is no event',
  (text) => {
    expect(parseCount(text)).toBeNull();
  },
);

describe('a label', () => {
  test.each(['direct', 'www.example.com', 'service-night-watch:opened', 'a'.repeat(100)])(
    '%j is kept',
    (label) => {
      expect(parseCount(`page_view ${label}`)?.label).toBe(label);
    },
  );

  test.each([
    '',
    'A',
    'ada@example.com',
    'https://example.com/x?y',
    '=1+1',
    'ü',
    '\u001b[2J',
    'direct\n',
    'a'.repeat(101),
  ])('%j is another', (label) => {
    expect(parseCount(`page_view ${label}`)?.label).toBe('other');
  });
});
