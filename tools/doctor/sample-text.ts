import { readFileSync } from 'node:fs';
import type { Availability } from '#model/availability.ts';
import { legalFile, legalPages } from '#model/legal-pages.ts';
import { digestOf } from '../record.ts';
import type { Project } from './project.ts';
import { contentStrings, type Located } from './strings.ts';

/** Shorter sentences could be anybody's. */
const shortestSentence = 8;
const wordsTogether = 3;
/** The share of a sentence's runs of words that must be the sample's. */
const enough = 0.6;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?:;]["”’)*]*)\s+/);

/** Digests of a sentence's runs of words: few of them change with a word of it. */
export const runsOf = (sentence: string): string[] => {
  const words = wordsOf(sentence);
  if (words.length < shortestSentence) return [];
  return words
    .slice(wordsTogether - 1)
    .map((_, index) => digestOf(words.slice(index, index + wordsTogether).join(' ')).slice(0, 8));
};

/** Of a legal text without its frontmatter. */
export const legalDigest = (markdown: string): string =>
  digestOf(wordsOf(markdown.replace(/^---\n[\s\S]*?\n---\n/, '')).join(' '));

export const legalTexts = legalPages.map(legalFile);

/** `tools/freeze-sample.ts` writes it. */
export interface FrozenSample {
  /** With blanks between. */
  runs: string;
  legal: Record<string, string>;
  /** Of services, with blanks between. */
  prices: string;
  /** A digest. */
  hours: string;
}

const frozen = JSON.parse(
  readFileSync(new URL('sample.json', import.meta.url), 'utf8'),
) as FrozenSample;
const known = new Set(frozen.runs.split(' '));

/** The sentences of a text that are the sample's, also with a few words changed. */
export const sampleSentencesIn = (text: string): string[] =>
  sentencesOf(text).filter((sentence) => {
    const runs = runsOf(sentence);
    const matching = runs.filter((run) => known.has(run)).length;
    return runs.length > 0 && matching >= runs.length * enough;
  });

/** Whether a legal text is that of the sample, whatever its frontmatter. */
export const isSampleLegalText = (file: string, markdown: string): boolean =>
  frozen.legal[file] === legalDigest(markdown);

/** Whether an amount is a price of the sample. */
export const isSamplePrice = (amount: number): boolean =>
  frozen.prices.split(' ').includes(String(amount));

const hoursDigest = (availability: Availability | null): string =>
  digestOf(JSON.stringify(availability?.weeklyHours ?? {}));

/** Whether somebody offers the sample's hours for booking. */
export const isSampleHours = (availability: Availability): boolean =>
  frozen.hours === hoursDigest(availability);

/** What is said of a person: nobody else can say the same. */
const career =
  /^content\/(?:about\.ts (?:story|quote)|expertise\.ts (?:intro|timeline|panels)|hero\.ts claims|resume\.md )/;

/** What is offered and promised. */
const offers =
  /^content\/(?:about\.ts principles|contact\.ts (?:intro|actions|faq)|expertise\.ts values|hero\.ts (?:headline|lede|tiles)|resources\.ts (?:intro|newsletter)|services\.ts (?:intro|items\[\d\]\.(?:summary|description|deliverables)|approach|banner\.text)|site\.ts (?:pages\.home|footer\.statement))/;

/** The texts that every owner writes anew. */
export const ownTexts = function* (
  project: Pick<Project, 'content' | 'texts'>,
): Generator<Located & { isCareer: boolean }> {
  for (const [index, { figure, unit, text }] of project.content.hero.claims.entries()) {
    const field = `claims[${index}]`;
    yield { file: 'content/hero.ts', field, text: `${figure} ${unit} ${text}`, isCareer: true };
  }
  for (const located of contentStrings(project)) {
    const place = `${located.file} ${located.field}`;
    const isCareer = career.test(place);
    if (isCareer || offers.test(place)) yield { ...located, isCareer };
  }
};

/** The digests of all sentences in the texts that an owner writes anew. */
export const freeze = (project: Pick<Project, 'content' | 'texts'>): FrozenSample => ({
  runs: [
    ...new Set([...ownTexts(project)].flatMap(({ text }) => sentencesOf(text).flatMap(runsOf))),
  ].join(' '),
  legal: Object.fromEntries(
    legalTexts.map((file) => [file, legalDigest(project.texts[file] ?? '')]),
  ),
  prices: project.content.services.items.flatMap(({ price }) => price?.amount ?? []).join(' '),
  hours: hoursDigest(project.content.availability),
});
