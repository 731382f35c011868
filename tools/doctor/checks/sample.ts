import { readFileSync } from 'node:fs';
import { error, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';
import { isIn, type Marks, marksOf, sentencesOf } from '../sample.ts';
import { excerpt } from '../strings.ts';
import type { Text } from '../texts.ts';
import { isNamed } from './documents.ts';

const sample = JSON.parse(
  readFileSync(new URL('../sample.json', import.meta.url), 'utf8'),
) as Marks;

type Known = Pick<Project, 'confirmed' | 'content' | 'texts'>;

/** What of a text is the sample's, and neither changed nor confirmed. */
const leftIn = (text: Text, confirmed: Marks): string[] =>
  sentencesOf(text).filter(
    (sentence) => isIn(sample, text, sentence) && !isIn(confirmed, text, sentence),
  );

const findingOf = (texts: readonly Text[], sentences: readonly string[]): Finding => {
  const [{ file, line, section = '', field = '' } = {} as Text] = texts;
  const more = sentences.length - 1;
  const last = texts.at(-1)?.line;
  const others = more > 0 ? `, and ${more} more${last === line ? '' : ` to line ${last}`},` : '';
  if (line === undefined) {
    const message = 'This file is the sample’s, whoever its author is.';
    const fix = 'Put your own there; or delete it, and what leads to it in content/.';
    return { ...error(file, 'the whole file', message, fix), isSample: true };
  }
  const message = `“${excerpt(sentences[0] ?? '', 80)}”${others} ${more > 0 ? 'are' : 'is'} the sample’s.`;
  return {
    ...error(file, section || field, message, 'Write what is true of you.'),
    line,
    isSample: true,
  };
};

/** What is left of the sample: a finding for each section of a file. */
export const findSample = ({ confirmed, content, texts }: Known): Finding[] => {
  const found = texts
    .map((text) => ({ text, left: leftIn(text, confirmed) }))
    .filter(
      ({ text, left }) =>
        left.length > 0 && (!text.file.endsWith('.pdf') || isNamed(text.file, { content, texts })),
    );
  const sections = Map.groupBy(found, ({ text: { file, section } }) => `${file} ${section}`);
  return [...sections.values()].map((each) =>
    findingOf(
      each.map(({ text }) => text),
      each.flatMap(({ left }) => left),
    ),
  );
};

/** Adds what files have of the sample to what is confirmed. */
export const confirm = ({ confirmed, texts }: Known, files: readonly string[]): Marks =>
  marksOf(
    texts,
    (text, sentence) =>
      isIn(confirmed, text, sentence) ||
      (files.includes(text.file) && isIn(sample, text, sentence)),
  );
