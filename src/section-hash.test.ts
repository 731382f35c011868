import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSectionHash, sectionHash } from './section-hash.ts';

test.each([
  ['#about', 'about', ''],
  ['#contact?service=program-build', 'contact', 'service=program-build'],
  ['#contact?', 'contact', ''],
])('%s', (hash, section, query) => {
  const parsed = parseSectionHash(hash);
  expect(parsed?.section).toBe(section);
  expect(parsed?.query.toString()).toBe(query);
});

test.each([
  '',
  '#',
  'about',
  '#%E0%A4%A',
  '#__proto__',
  '#?service=x',
  '#<script>',
  `#${'a'.repeat(10_000)}`,
  `#contact?${'a'.repeat(10_000)}`,
])('%j is no section', (hash) => {
  expect(parseSectionHash(hash)).toBeNull();
});

test('any query comes back out of the hash', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (value) => {
      expect(parseSectionHash(sectionHash('contact', { value }))?.query.get('value')).toBe(value);
    }),
  );
});

test('nothing throws (behavior 2.3)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (hash) => void parseSectionHash(`#${hash}`)),
  );
});
