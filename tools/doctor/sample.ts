import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Content } from '#model/content.ts';
import { fillConditions } from '#model/fill.ts';
import { formatPath } from '#model/plain-words.ts';
import { allSections, switches } from '#model/vocabulary.ts';
import { readMarkdown, readYaml, type Source } from '#model/yaml.ts';
import { digestOf } from '../record.ts';
import type { Project, PublicFile } from './project.ts';

// The sample is known by digests of its sentences, figures and files, wherever they are now.

/** A text of the owner, as it is in its file: no details are filled in. */
export interface Text {
  file: string;
  /** From 1; a file of another kind has none. */
  line?: number | undefined;
  /** Such as `claims[2].measure`; `text` below the head of a page. */
  field: string;
  text: string;
}

/** Their parts mean little alone. */
const wholes = ['office', 'weeklyHours', 'daysOff', 'assumptions'];

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const join = (value: unknown): string =>
  isGroup(value) ? Object.values(value).filter(Boolean).map(join).join(' ') : String(value ?? '');

/** Yields the texts of a value by path; a figure is one text with its unit and what it counts. */
function* textsIn(value: unknown, path: readonly PropertyKey[]): Generator<[typeof path, string]> {
  if (!isGroup(value) || wholes.includes(String(path.at(-1)))) {
    yield [path, join(value)];
  } else if (/string|number/.test(typeof value.figure)) {
    const { figure, unit, text, ...others } = value;
    yield [[...path, 'figure'], join([figure, unit, text])];
    yield* textsIn(others, path);
  } else {
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
    for (const key of keys) yield* textsIn(Reflect.get(value, key), [...path, key]);
  }
}

const fieldsOf = ({ file, value, find }: Source): Text[] =>
  [...textsIn(value, [])].map(([path, text]) => {
    return { file, line: find(path).line, field: formatPath(path), text };
  });

/** The paragraphs, headings and entries of lists below the head of a page. */
const blocksOf = (file: string, body: string): Text[] => {
  const source = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  let line = source.slice(0, source.length - body.length).split('\n').length;
  return body.split(/\n(?=\s*\n|\s*(?:[-*#]+|\d+\.) |:::)/).map((block) => {
    const blank = (/^\s*/.exec(block)?.[0].split('\n').length ?? 1) - 1;
    const text = { file, line: line + blank, field: 'text', text: block };
    line += block.split('\n').length;
    return text;
  });
};

/**
 * Reads the owner's words: all files of `content/` but the interface's words in `content/words/`.
 * @param isOn what texts depend on, such as `booking`
 */
export const readTexts = (isOn: Readonly<Record<string, boolean>>): Text[] => {
  const filesIn = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`);
  // What matters most comes first: who it is about, the first view, and what is promised.
  const first = ['content/identity.yaml', 'content/hero.yaml', ...filesIn('content/pages')];
  const texts = [...new Set([...first, ...filesIn('content').toSorted()])].flatMap((file) => {
    if (file.endsWith('.yaml')) return fieldsOf(readYaml('.', file, z.unknown()));
    if (!file.endsWith('.md')) return [];
    const source = readMarkdown('.', file, z.unknown());
    return [...fieldsOf(source), ...blocksOf(file, source.body)];
  });
  return texts.map((text) => ({ ...text, text: fillConditions(text.text, isOn).trim() }));
};

/** Returns a text for each file: its digest and its title, since a paper keeps that with another author. */
export const fileTexts = (files: ReadonlyMap<string, PublicFile>): Text[] =>
  [...files].map(([path, { bytes, title }]) => {
    const text = `${digestOf(bytes).toUpperCase()}. ${title}`;
    return { file: `public${path}`, field: '', text };
  });

/** Files and fields that a site does not show where the switch is off. */
const shownWith = {
  booking: ['availability.yaml', 'contact.yaml actions.schedule', 'hero.yaml scheduleNote'],
  newsletter: ['resources.yaml newsletter'],
  figure: ['threshold-figure.yaml'],
  // It is a section, too.
  resources: [],
} satisfies Record<(typeof switches)[number], string[]>;

const isShown = ({ file, field }: Text, { site }: Content): boolean => {
  // The résumé and the claims use the career as well.
  const left = allSections.filter((id) => id !== 'expertise' && !site.sections.includes(id));
  const hidden = [
    ...left.map((id) => `${id}.yaml`),
    ...switches.flatMap((name) => (site[name] ? [] : shownWith[name])),
  ];
  return !hidden.some((part) => `${file} ${field}`.startsWith(`content/${part}`));
};

export const sentencesOf = ({ text }: Text): string[] =>
  text.split(/(?<=[.!?]["”’)*]*)\s+(?=[^\p{Ll}\s])/u).filter((each) => /[\p{L}\p{N}]/u.test(each));

/** Neither punctuation nor a line break makes another sentence of it. */
export const digestOfSentence = (sentence: string): string =>
  digestOf((sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')).slice(0, 8);

const known = new Set(JSON.parse(readFileSync('tools/doctor/sample.json', 'utf8')));

/** Returns the sentences of a text that are the sample's, and shown. */
export const sampleSentences = (text: Text, content: Content): string[] =>
  sentencesOf(text).filter(
    (sentence) => known.has(digestOfSentence(sentence)) && isShown(text, content),
  );

/** Digests of the sample's sentences that are true of the owner, too, by file. */
export type Confirmed = Readonly<Record<string, readonly string[]>>;
export const confirmedFile = 'content/.confirmed.json';

/**
 * Adds to what is confirmed what files have of the sample.
 * @param paths files, or folders with files, such as content/pages/terms.md
 */
export const confirm = (project: Project, paths: readonly string[]): Confirmed => {
  const { confirmed, content, texts } = project;
  const isAsked = ({ file }: Text) => paths.some((path) => `${file}/`.startsWith(`${path}/`));
  const digestsIn = (text: Text) => sampleSentences(text, content).map(digestOfSentence);
  const files = [...Map.groupBy(texts.filter(isAsked), ({ file }) => file)];
  const added = files.map(([file, each]) => [file, [...new Set(each.flatMap(digestsIn))]]);
  return { ...confirmed, ...Object.fromEntries(added) };
};
