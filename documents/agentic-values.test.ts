import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agenticValues } from './agentic-values.ts';
import { fleet, poisson } from './arithmetic/agents.ts';
import { lookUp } from './values.ts';

const file = 'content/white-papers/agentic-commerce-guide.md';
// An owner may offer other papers.
const isOffered = existsSync(file);
const source = isOffered ? readFileSync(file, 'utf8') : '';

const value = (name: string): number => Number(lookUp(agenticValues, name));

/** The mean of what the worst months cost beyond the reserve, one agent at a time. */
const beyondReserve = (): number => {
  const reserve = value('fleet.badMonthApart') / fleet.lossPerCustomer;
  let probability = 0;
  let beyond = 0;
  for (let hijacked = reserve + 1; hijacked < 100; hijacked++) {
    const chance = poisson(hijacked, fleet.customers * fleet.monthlyChance);
    probability += chance;
    beyond += chance * (hijacked - reserve) * fleet.lossPerCustomer;
  }
  return beyond / probability;
};

const under = (hours: string): boolean => value(hours) <= value('hijack.creditLine');

// Each sentence stands in the paper as it is quoted, and is true of its numbers.
const sentences: [sentence: string, holds: () => boolean][] = [
  [
    'blocking all of it stops being the cheapest policy when {sessions.askFrom:percentTenths} of it comes from customers, and is the most expensive one above {sessions.allowFrom:percent}',
    () => 0 < value('sessions.askFrom') && value('sessions.askFrom') < value('sessions.allowFrom'),
  ],
  [
    'changes only the hour: {hijack.lost.perOrder:dollars}',
    () => value('hijack.lost.perOrder') === value('hijack.lost.unlimited'),
  ],
  [
    'stops at the card’s line of {hijack.creditLine:dollars}: {hijack.lost.unlimited:dollars}, reached within {hijack.hoursUntilSpent} hours',
    () =>
      value('hijack.lost.unlimited') === value('hijack.creditLine') &&
      value('hijack.hoursUntilSpent') < value('hijack.hoursUntilNoticed'),
  ],
  [
    'If that cap counts by date it is {hijack.lost.byDate:dollars}, because the {hijack.hoursUntilNoticed} hours touch {hijack.dates} dates',
    () =>
      value('hijack.lost.byDate') === value('hijack.dates') * value('hijack.limits.perDay') &&
      value('hijack.lost.byDate') > value('hijack.lost.perDay'),
  ],
  [
    'the two lower ones are at {hijack.lost.perDay:dollars}',
    () => value('hijack.lost.perDay') <= value('hijack.limits.perMonth'),
  ],
  ['The cap over *time* bounds the loss.', () => under('hijack.limits.perMonth')],
  [
    'At a friendly share of one in ten, blocking costs',
    () =>
      value('sessions.atTenth.askForProof') < value('sessions.atTenth.blockAll') &&
      value('sessions.atTenth.blockAll') < value('sessions.atTenth.allowAll'),
  ],
  [
    'Asking is the cheapest of the three from a friendly share of {sessions.askFrom:percentTenths} to one of {sessions.askUntil:percent}; above that, allowing is.',
    () => value('sessions.askFrom') < value('sessions.askUntil') && value('sessions.askUntil') < 1,
  ],
  [
    'Ask for proof rises slowly from {sessions.atNone.askForProof:cents} to {sessions.atMost.askForProof:cents} and lies below both',
    () =>
      value('sessions.atNone.askForProof') < value('sessions.atMost.askForProof') &&
      value('sessions.atMost.askForProof') < value('sessions.atMost.allowAll') &&
      value('sessions.atMost.allowAll') < value('sessions.atMost.blockAll'),
  ],
  [
    'turns a prior of {automated.prior:percent} into {automated.before.probability:percent}: decline',
    () => value('automated.before.probability') > value('automated.breakEven'),
  ],
  [
    'the right answer has turned from decline to approve',
    () => value('automated.after.probability') < value('automated.breakEven'),
  ],
  [
    'divides the odds by {known.after.reassurance:tenths}, less than half as much',
    () =>
      value('known.after.reassurance') < value('known.before.reassurance') / 2 &&
      value('known.after.reassurance') > 1,
  ],
  [
    'The expected loss is {fleet.expected:dollars} again',
    () => value('fleet.badMonthTogether') * fleet.monthlyChance === value('fleet.expected'),
  ],
  [
    'costs a few hundred dollars more in the first',
    () => beyondReserve() > 200 && beyondReserve() < 500,
  ],
  [
    'where a coin is right half of the time',
    () =>
      value('accuracy.automation.least') >= 0.5 &&
      value('accuracy.automation.most') < value('accuracy.mandate.least'),
  ],
];

test.skipIf(!isOffered).each(sentences)('“%s” stands in the paper and holds', (sentence, holds) => {
  expect(source).toContain(sentence);
  expect(holds()).toBe(true);
});

test.skipIf(!isOffered)('the review has the twenty questions that the paper announces', () => {
  expect(source).toContain('twenty questions to answer before you let an agent pay');
  const review = /:::table\[The readiness review\][\s\S]*?\n:::\n/.exec(source)?.[0];
  expect(review?.match(/\?/g)).toHaveLength(20);
});

// What has digits and needs no value.
const written: Record<string, RegExp> = {
  layout: /\{#.*?\}/g,
  'a value': /\{[\w.]+(?::\w+)?\}/g,
  'invented names': /agent 9c2 of operator K, for customer 4711, under mandate 88|customer 4711/g,
  'the windows of spentAfter': /in any 24 hours|any 30 days/g,
  'days of the sources': /\b(?:November|March|June|April) (?:\d{1,2}, )?20\d\d\b|on June 11;/g,
  'terms of the sources': /hold into 2028|leave 21 months/g,
  'names in law and of protocols': /\(2016\)|Section 10 of UETA|Article 22 of the GDPR|PSD3|AP2/g,
};

test.skipIf(!isOffered)('every other number in the paper is computed', () => {
  const text = Object.values(written).reduce(
    (rest, pattern) => rest.replace(pattern, ''),
    source
      .slice(source.indexOf('## '), source.indexOf('## Sources'))
      // Versions and days of protocols.
      .replace(/:::table\[The protocols of[\s\S]*?\n:::\n/, '')
      .replace(/^\d+\. /gm, ''),
  );
  expect(text.split('\n').filter((line) => /\d/.test(line))).toEqual([]);
});
