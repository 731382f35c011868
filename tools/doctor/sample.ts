import { globSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Content } from '#model/content.ts';
import { fillConditions } from '#model/fill.ts';
import { formatPath } from '#model/plain-words.ts';
import { allSections, switches } from '#model/vocabulary.ts';
import { readMarkdown, readYaml, type Source } from '#model/yaml.ts';
import { digestOf, readRecord } from '../record.ts';
import type { Project, PublicFile } from './project.ts';

// The sample is known by digests of its sentences, figures and files, wherever they are now.

/** A text of the owner, as it is in its file: no details are filled in. */
export interface Text {
  file: string;
  /** From 1; a file of another kind has none. */
  line?: number | undefined;
  /** A path without places in lists, such as `claims[].measure`; `text` below the head of a page. */
  field: string;
  text: string;
}

/** Their parts mean little alone. */
const wholes = ['office', 'weeklyHours', 'daysOff', 'assumptions'];

const partsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(partsOf)
    : [String(value ?? '')];

type Path = readonly PropertyKey[];

/** Yields the texts of a value; a figure is one text with its unit and what it counts. */
function* textsIn(value: unknown, path: Path): Generator<[Path, string]> {
  if (typeof value !== 'object' || value === null || wholes.includes(String(path.at(-1)))) {
    yield [path, partsOf(value).join(', ')];
  } else if ('figure' in value && typeof value.figure === 'string') {
    const { figure, unit, text, ...others } = value as Record<string, unknown>;
    yield [[...path, 'figure'], partsOf([figure, unit, text]).join(' ')];
    yield* textsIn(others, path);
  } else {
    const isList = Array.isArray(value);
    for (const [key, item] of Object.entries(value)) {
      yield* textsIn(item, [...path, isList ? Number(key) : key]);
    }
  }
}

const fieldsOf = ({ file, value, find }: Source): Text[] =>
  [...textsIn(value, [])].map(([path, text]) => {
    const field = formatPath(path).replace(/\[\d+\]/g, '[]');
    return { file, line: find(path).line, field, text };
  });

/** The paragraphs, headings and entries of lists below the head of a page. */
const blocksOf = (file: string, body: string, root: string): Text[] => {
  const source = readFileSync(`${root}/${file}`, 'utf8').replaceAll('\r\n', '\n');
  let end = source.slice(0, source.length - body.length).split('\n').length;
  return body.split(/\n(?=\s*\n|\s*(?:[-*#]+|\d+\.) |:::)/).map((text) => {
    const line = end + (/^\s*/.exec(text)?.[0].split('\n').length ?? 1) - 1;
    end += text.split('\n').length;
    return { file, line, field: 'text', text };
  });
};

/**
 * Reads the owner's words: all files of `content/` but the interface's words in `content/words/`.
 * @param root folder of the project
 * @param isOn what texts depend on, such as `booking`
 * @returns the texts, and the line of a field such as `claims[2].measure`, where its file has one
 */
export const readTexts = (root: string, isOn: Readonly<Record<string, boolean>>) => {
  const find = (pattern: string) => globSync(pattern, { cwd: root }).toSorted();
  // What matters most comes first: who it is about, the first view, and what is promised.
  const first = ['content/identity.yaml', 'content/hero.yaml', ...find('content/pages/*.md')];
  const sources = [...new Set([...first, ...find('content/*.{yaml,md}')])].map((file) =>
    file.endsWith('.md')
      ? readMarkdown(root, file, z.unknown())
      : { ...readYaml(root, file, z.unknown()), body: '' },
  );
  return {
    texts: sources
      .flatMap((source) => [...fieldsOf(source), ...blocksOf(source.file, source.body, root)])
      .map((text) => ({ ...text, text: fillConditions(text.text, isOn).trim() }))
      .filter(({ text }) => text !== ''),
    lineOf: (file: string, field: string): number | undefined => {
      const path = field.split(/[.[\]]+/).filter(Boolean);
      const found = sources.find((source) => source.file === file)?.find(path);
      return found?.depth ? found.line : undefined;
    },
  };
};

/** What tells one file of `public/` from another: a paper keeps title and source with another author. */
export const fileTexts = (files: ReadonlyMap<string, PublicFile>): Text[] =>
  [...files].flatMap(([path, { bytes, source, title }]) => {
    const file = `public${path}`;
    const digest = digestOf(bytes);
    // An owner's own document may have the name of a paper whose source is still there.
    const isTypeset = readRecord('papers/built.json')[file]?.file === digest;
    const facts = [digest, title, source && isTypeset ? digestOf(source) : undefined];
    return facts.flatMap((text) => (text ? [{ file, field: '', text }] : []));
  });

/** Files and fields that a site does not show without what they name. */
const shownWith: Record<(typeof switches)[number], readonly string[]> = {
  booking: [
    'content/availability.yaml',
    'content/contact.yaml actions.schedule',
    'content/hero.yaml scheduleNote',
  ],
  newsletter: ['content/resources.yaml newsletter'],
  resources: ['content/resources.yaml'],
  figure: ['content/threshold-figure.yaml'],
};

const isHidden = ({ file, field }: Text, { site }: Content): boolean => {
  // The résumé and the claims use the career as well.
  const left = allSections.filter((id) => id !== 'expertise' && !site.sections.includes(id));
  return [
    ...left.map((id) => `content/${id}.yaml`),
    ...switches.flatMap((name) => (site[name] ? [] : shownWith[name])),
  ].some((part) => `${file} ${field}`.startsWith(part));
};

export const sentencesOf = ({ text }: Text): string[] =>
  text.split(/(?<=[.!?]["”’)*]*)\s+(?=[^\p{Ll}\s])/u).filter((each) => /[\p{L}\p{N}]/u.test(each));

/** Neither punctuation nor a line break makes another sentence of it. */
export const digestOfSentence = (sentence: string): string =>
  digestOf((sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')).slice(0, 8);

const known = new Set<string>(
  JSON.parse(readFileSync(new URL('sample.json', import.meta.url), 'utf8')),
);

/** Returns the sentences of a text that are the sample's, and shown. */
export const sampleSentences = (text: Text, content: Content): string[] =>
  isHidden(text, content)
    ? []
    : sentencesOf(text).filter((sentence) => known.has(digestOfSentence(sentence)));

/** Digests of the sample's sentences that are true of the owner, too, by file. */
export type Confirmed = Readonly<Record<string, readonly string[]>>;

/** Where they are kept. */
export const confirmedFile = 'content/.confirmed.json';

/**
 * Adds to what is confirmed what files have of the sample.
 * @param paths files, or folders with files, such as content/pages/terms.md
 */
export const confirm = (
  { confirmed, content, texts }: Pick<Project, 'confirmed' | 'content' | 'texts'>,
  paths: readonly string[],
): Confirmed => {
  const isAsked = ({ file }: Text) => paths.some((path) => `${file}/`.startsWith(`${path}/`));
  const digestsIn = (text: Text) => sampleSentences(text, content).map(digestOfSentence);
  const files = [...Map.groupBy(texts.filter(isAsked), ({ file }) => file)];
  const added = files.map(([file, each]) => [file, [...new Set(each.flatMap(digestsIn))]]);
  return { ...confirmed, ...Object.fromEntries(added) };
};
