import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// No linter from npm fits: textlint (137 packages) reads Markdown but not comments, cspell (113) knows words
// but no phrases, and write-good and alex have lists of their own.

const antecedents =
  'anybody|attackers?|callers?|clients?|customers?|everybody|[hw]e|humans?|maintainers?|nobody|newcomers?|one|' +
  'others?|owners?|people|persons?|programs?|readers?|reviewers?|somebody|someone|they|those|us|' +
  'users?|visitors?|you';

/** Forbidden words: an example, its pattern, and what to write instead. */
const rules: [example: string, pattern: RegExp, instead: string][] = [
  [
    'It leads who booked to the page.',
    RegExp(
      `(?<!\\b(?:${antecedents})[’”*),]*\\s+(?:(?:by|for|of|to)\\s+)?)\\bwho(?:ever|m)?\\b`,
      'gi',
    ),
    'name the person: visitors who booked',
  ],
  ['The count starts anew.', /\banew\b|\bafresh\b/gi, 'again, from scratch'],
  ['The button stands below.', /\bstands\b/gi, 'is'],
  ['The owner is told of it.', /\btold\b/gi, 'learns, gets a message'],
  ['The server says so.', /\bsa(?:ys|id)\b/gi, 'shows, reports, logs, announces'],
  ['It is sent all the same.', /\bwhereof\b|\ball the same\b/gi, 'of which, anyway'],
  [
    '/** What is busy. */',
    /\/\*\*\s+(?:Wh(?:at|ere|en|ich|o|om|ose|y)|How|That|Those|Not|As|At|By|For|From|In|Of|On|To|With(?:out)?)\b/g,
    'begin a docstring with a noun or a verb: The busy times. Returns the busy times.',
  ],
  [
    'The colour of links.',
    /\b(?:behaviour|centre|colour|favour|grey|honour|licence)s?\b/gi,
    'US spelling',
  ],
];

/** Patterns of `path: line`: texts of other authors, and sentences that a rule rejects by mistake. */
const exceptions = [
  /^(?:content|papers\/text|papers\/figures)\//,
  /^tests\/prose/,
  // Questions about a fact, not about a person.
  /who was lying|What the law already says/,
];

const findFaults = (file: string, source: string): string[] => {
  const lines = source.split('\n');
  // A sentence continues on the next line, without the comment mark.
  const text = source.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|#|>)?[ \t]*(?=[^\n])/g, (end) =>
    ' '.repeat(end.length),
  );
  return rules.flatMap(([, pattern, instead]) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index }) => {
      const number = source.slice(0, index).split('\n').length;
      return { found, number, place: `${file}: ${lines[number - 1]}` };
    })
      .filter(({ place }) => !exceptions.some((exception) => exception.test(place)))
      .map(({ found, number }) => `${file}:${number}: “${found}”: ${instead}`),
  );
};

test.each(rules)('“%s” is found', (example, _, instead) => {
  expect(findFaults('a.md', example)).toEqual([expect.stringContaining(instead)]);
});

test('a sentence in plain English passes', () => {
  const plain = '// Visitors who book get a page, and the people\n  // to whom it is sent read it.';
  expect(findFaults('a.ts', plain)).toEqual([]);
});

test('comments, messages, titles and documents are in plain English', () => {
  const files = globSync('{*,*/**/*}.{astro,css,html,json,md,mjs,ts,tsx,txt}', {
    exclude: ['node_modules/**', 'dist*/**', 'test-results/**', 'package-lock.json'],
  });
  expect(files.length).toBeGreaterThan(100);
  const faults = files.flatMap((file) => findFaults(file, readFileSync(file, 'utf8')));
  expect(faults).toEqual([]);
});
