import { existsSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import { readJson } from '#hosting/build-record.ts';
import { type Content, switchesOf } from '#model/content.ts';
import { fillConditions } from '#model/fill.ts';
import { ExplainedError, type Mistake } from '#model/mistake.ts';
import { formatPath } from '#model/plain-words.ts';
import { allSections } from '#model/vocabulary.ts';
import { readMarkdown, readYaml } from '#model/yaml.ts';
import { UsageError } from '../options.ts';
import { digestOf } from '../record.ts';
import type { Project } from './project.ts';
import digests from './sample.json' with { type: 'json' };

// The doctor knows the sample by digests of its sentences, figures and files, in whatever file they are.

/** A text of the owner in its file, before {braces} are filled in. */
export interface Text extends Pick<Mistake, 'file' | 'line' | 'field'> {
  text: string;
}

/** The parts of these groups mean little alone. */
const wholes = ['office', 'weeklyHours', 'daysOff', 'assumptions'];

/** Yields the texts of a value by path; a figure is one text with its unit and what it counts. */
function* textsIn(value: unknown, path: readonly PropertyKey[]): Generator<[typeof path, string]> {
  if (!(value instanceof Object)) {
    yield [path, String(value ?? '')];
  } else if (wholes.includes(String(path.at(-1)))) {
    yield [path, JSON.stringify(value)];
  } else if ('figure' in value && !(value.figure instanceof Object)) {
    const { figure, unit, text, ...others } = value as Record<string, unknown>;
    yield [[...path, 'figure'], [figure, unit, text].join(' ')];
    yield* textsIn(others, path);
  } else {
    for (const [key, each] of Object.entries(value)) {
      yield* textsIn(each, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  }
}

/** Matches the paragraphs, headings and list entries below the head of a page. */
const block = /\S[\s\S]*?(?=\n\s*\n|\n\s*(?:[-*#]+|\d+\.) |\n:::|\s*$)/g;

const textsOf = (file: string): Text[] => {
  const page = file.endsWith('.md') ? readMarkdown('.', file, z.unknown()) : null;
  const { value, find } = page ?? readYaml('.', file, z.unknown());
  const fields = [...textsIn(value, [])].map(([path, text]) => {
    return { file, line: find(path), field: formatPath(path), text };
  });
  const { body = '', lines = [] } = page ?? {};
  const first = lines.length - body.split('\n').length;
  const blocks = Array.from(body.matchAll(block), ({ 0: text, index }) => {
    return { file, line: first + body.slice(0, index + 1).split('\n').length, field: 'text', text };
  });
  return [...fields, ...blocks];
};

/** Files and fields that a site shows only if a feature is on. */
const shownWith = {
  'availability.yaml': 'booking',
  'contact.yaml actions.schedule': 'booking',
  'hero.yaml scheduleNote': 'booking',
  'resources.yaml newsletter': 'newsletter',
  'threshold-figure.yaml': 'figure',
} as const;

/** Reads the owner's words that the site shows: all of `content/` except `content/words/`. */
export const readTexts = (site: Content['site']): Text[] => {
  const filesIn = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`);
  // The most important files come first: the identity, what the site has, the first view, and the promises.
  const first = ['identity', 'site', 'hero'].map((name) => `content/${name}.yaml`);
  const hidden = [
    ...allSections.filter((id) => !site.sections.includes(id)),
    ...Object.entries(shownWith).flatMap(([part, name]) => (site[name] ? [] : part)),
  ];
  // The résumé and the claims use the career even without its section.
  const career = /^content.expertise.yaml (?:timeline|credentials|languages)/;
  const isHidden = ({ file, field }: Text) => {
    const place = `${file} ${field}`;
    return hidden.some((part) => place.startsWith(`content/${part}`)) && !career.test(place);
  };
  return [...new Set([...first, ...filesIn('content/pages'), ...filesIn('content').toSorted()])]
    .filter((file) => /\.(?:md|yaml)$/.test(file))
    .flatMap(textsOf)
    .filter((text) => !isHidden(text))
    .map((text) => ({ ...text, text: fillConditions(text.text, switchesOf(site)).trim() }));
};

export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?]["”’)*]*)\s+(?=[^\p{Ll}\s])/u).filter((each) => /[\p{L}\p{N}]/u.test(each));

/** Ignores punctuation and line breaks. */
export const digestOfSentence = (sentence: string): string =>
  digestOf((sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')).slice(0, 8);

/** Returns the sample's sentences in a text. */
export const sampleSentences = (text: string): string[] =>
  sentencesOf(text).filter((sentence) => digests.includes(digestOfSentence(sentence)));

/** Digests of the sample's sentences that the owner has confirmed, by file. */
export type Confirmed = Readonly<Record<string, readonly string[] | undefined>>;

export const confirmedFile = 'content/.confirmed.json';

/** @throws ExplainedError if a merge has left its marks in the file */
export const readConfirmed = (): Confirmed => {
  const confirmed = existsSync(confirmedFile) ? readJson(confirmedFile) : {};
  if (confirmed) return confirmed;
  throw new ExplainedError(
    `${confirmedFile} cannot be read. After a merge, git checkout --ours ${confirmedFile} keeps your side, and --theirs the other.`,
  );
};

/**
 * Returns the confirmed sentences, and adds the sample's sentences in a file or folder.
 * @throws UsageError if there are none
 */
export const confirm = ({ confirmed, texts }: Project, path: string): Confirmed => {
  const added: Record<string, string[]> = {};
  for (const { file, text } of texts) {
    if (relative(path, file).startsWith('..')) continue;
    const here = sampleSentences(text).map(digestOfSentence);
    added[file] = [...new Set([...(added[file] ?? confirmed[file] ?? []), ...here])];
  }
  if (Object.keys(added).length > 0) return { ...confirmed, ...added };
  throw new UsageError(`--confirm: there is nothing to confirm in ${path}`);
};
