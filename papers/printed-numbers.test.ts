import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { valuesOf } from './compose.ts';

/** Patterns with digits and no value behind them, by the reason. Keep it short: give numbers a value. */
const written: Readonly<Record<string, RegExp>> = {
  'a value, or an inequality between values': /\{(?:given [^{}]+|[\w.]+(?::\w+)?)\}/g,
  'the layout: names, widths, numbers of lists': /\{[#.][^{}]*\}|\[\]\(#source-[\w-]+\)|^\d+\. /gm,
  'a day, or a month of a year, of a source': (() => {
    const month = '(?:January|March|April|June|August|November|December)';
    return new RegExp(`\\b(?:\\d{1,2} )?${month} (?:\\d{1,2}, )?20\\d\\d|on June 11;`, 'g');
  })(),
  'the name of a law, a guideline, a protocol or a case':
    /\b(?:Articles? \d+(?:\(\d\))?(?:[–\d]+)?(?: and \d+)?|\d+ U\.S\.C\. [\d()a-z]+|\d+ CFR [\d.–]+|SR \d\d-\d+|Bulletin \d{4}-\d+|Section \d+ of UETA|PSD3|AP2|3-D Secure|Compelling Evidence 3\.0)|\*Facebook v\. Power Ventures\* \(2016\)/g,
  'a term or an amount that a source sets': /hold until September 2028/g,
  'how an interval is made, and the ends of a scale of the statistics':
    /95% interval|1 is perfect, 0 is coin|\(100% − |\(1 − \*p\*\)|\(1 − \*F\*\) ÷ \(1 − \*pF\*\)|odds are 1 to/g,
  'an axis, or a place on it':
    /from (?:0|10|36|nearly 100)(?:\{[^}]*\})? to (?:100|39|84|800)?|up to 40|at (?:50|60|85)\b|score of [56]0|after (?:30|60|90)\b/g,
  'the windows of a cap, and the days of the plan':
    /any (?:24 hours|30 days)|\b[Dd]ays? \d+(?: to \d+)?|(?:first|of) 90 days/g,
  'speech, and advice of the author':
    /per 1,000 attempts|A 24-hour hold|last 90 days”|sees “87”|sounded at 0\.1 |below 0\.6,|your 70\?|after 300 milliseconds|at 12%, twelve/g,
  'invented names': /agent 9c2 of operator K, for customer 4711, under mandate 88|customer 4711/g,
};

/** A sentence or a row of a table that leads to its source. */
const sourced = /^\|.*\[\]\(#source-.*$|(?<=^|[.?!] )(?:(?![.?!] ).)*\[\]\(#source-[\w-]+\)/gm;

/** Numbers that such a sentence may take from its source: as `elkan` in the papers' lists. */
const taken: Readonly<Record<string, readonly string[]>> = {
  sca: ['90 days', '100, 250, and 500 euros'],
  fincen: ['2023', '2024'],
  injection: ['since 2024'],
  proofing: ['of 2025', '7%'],
  ebaecb: ['85%', 'in 2024'],
  app: ['7 October 2024', '£85,000', '13 months', '£100'],
  payee: ['9 October 2025'],
  nacha: ['Since 2026'],
  deepfake: ['“99% accurate”', '45% to 50%', 'of 2024'],
  people: ['55.5%', '56 papers'],
  regb: ['21 July 2026', 'within 30 days'],
  ce3: ['120 to 365 days'],
  sr: ['$30 billion'],
  psr: ['21 months', 'September 2028'],
  codes: ['13.7'],
};

const sourcesIn = (passage: string): string[] =>
  [...passage.matchAll(/\[\]\(#source-([\w-]+)\)/g)].map(([, name = '']) => name);

const withoutTaken = (text: string): string =>
  text.replace(sourced, (passage) =>
    sourcesIn(passage)
      .flatMap((name) => taken[name] ?? [])
      .reduce((rest, figure) => rest.replace(figure, ''), passage),
  );

// A paper of an owner's own has no arithmetic here.
const papers = globSync('papers/text/*.md').filter(
  (file) => Object.keys(valuesOf(basename(file, '.md'))).length > 0,
);

test.each(papers)('a number in %s has a value behind it, or a reason to have none', (file) => {
  const paper = readFileSync(file, 'utf8');
  const body = paper.slice(paper.indexOf('\n## '), paper.indexOf('\n## Sources, and about'));
  // Versions and days of protocols.
  const prose = body.replace(/:::table\[What each protocol carries[\s\S]*?\n:::\n/, '');
  const left = Object.values(written).reduce(
    (text, pattern) => text.replace(pattern, ''),
    withoutTaken(prose),
  );
  const found = [...left.matchAll(/.{0,40}\d.{0,20}/g)].map(([words]) => words);
  expect(
    found,
    'give it a value in its *-values.ts, or list it here, in `taken` or `written`',
  ).toEqual([]);
});

/** Words for quantities. */
const quantity =
  /\b(?:half|halves?|two thirds|a third of|a quarter of|three quarters|twice|doubled?|doubles|tripled?|nine tenths|a tenth|dozens?|(?:two|three|four|five|eight|ten) times)\b/i;

/** Patterns with such a word, and no inequality or source beside it. */
const worded: Readonly<Record<string, RegExp>> = {
  'the point at which the values beside it are taken':
    /half of the fraud that will ever be reported is known after \{labels\.half\} days and nine tenths|If generated work halves the cost/g,
  'how a program counts, and how an index is made':
    /count it twice; if yours counts it once, halve the shares|each held a tenth of the orders before/g,
  'what rounding can do': /off by half that price/g,
  'how often something is to be done': /at least half a year old|is read twice/g,
  'a count of the rows of Table 8': /about half of (?:the first and lacks|them, and those)/g,
  'no quantity': /same (?:hand|face) twice|read twice/g,
  'the sentence repeats one that is checked': /The half belongs to this shop/g,
};

test.each(papers)('a quantity in words in %s is held by an inequality, or has a reason', (file) => {
  const paper = readFileSync(file, 'utf8');
  const body = paper.slice(paper.indexOf('\n## '), paper.indexOf('\n## Sources, and about'));
  const left = Object.values(worded).reduce((text, pattern) => text.replace(pattern, ''), body);
  const loose = left
    .split(/(?<=[.?!:]\**)\s+|\s*\|\s*|\n/)
    .filter((sentence) => !/\{given |\]\(#source-/.test(sentence))
    .filter((sentence) => quantity.test(sentence.replace(/\{[^{}]*\}/g, '')));
  expect(loose, 'add {given a < b} to it, or list it in `worded` here').toEqual([]);
});

test.skipIf(papers.length === 0)('every reason to have no value is still needed', () => {
  const text = papers.map((file) => readFileSync(file, 'utf8')).join('\n');
  const idle = Object.entries({ ...written, ...worded }).filter(
    ([, pattern]) => text.search(pattern) < 0,
  );
  expect(idle.map(([reason]) => reason)).toEqual([]);
  const passages = text.match(sourced) ?? [];
  const unused = Object.entries(taken).flatMap(([name, figures]) =>
    figures
      .filter(
        (figure) => !passages.some((one) => sourcesIn(one).includes(name) && one.includes(figure)),
      )
      .map((figure) => `${figure} of ${name}`),
  );
  expect(unused).toEqual([]);
});

test('words in a figure have no number that is not computed', () => {
  const isTick = /^'(?:(?:from )?\$?0|1 hour|6|1 day|1 week|30 days|24 hours|and in any 30 days)'$/;
  const literals = globSync('papers/figures/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?!import).*?('(?:[\w$“][^'\n]*\d|\d)[^'\n]*')/gm)]
      .map(([, literal = '']) => literal)
      .filter((literal) => !isTick.test(literal))
      .map((literal) => `${literal} in ${file}`),
  );
  expect(literals, 'compute it from papers/arithmetic/').toEqual([]);
});

test('all assumptions are in one file', () => {
  const elsewhere = globSync(['papers/arithmetic/*.ts', 'papers/*-values.ts'], {
    exclude: ['**/*.test.ts'],
  }).flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /^export const (\w+)[^=]*= (?:-?\d|\{[^()]*?\} as const)/gm,
      ),
    ].map(([, name]) => `${name} in ${file}`),
  );
  expect(elsewhere, 'move it to papers/assumptions.ts').toEqual([]);
});
