import { globSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { formatPath } from '#model/plain-words.ts';
import { readMarkdown, readYaml, type Source } from '#model/yaml.ts';

/** A text of the owner, as it is in its file: nothing is filled in. */
export interface Text {
  file: string;
  /** From 1; a file of another kind has none. */
  line?: number | undefined;
  /** A path without places in lists, such as `claims[].measure`; `text` below the head of a page. */
  field: string;
  /** The field of the first level that it is in, or the heading that it is below; may be empty. */
  section: string;
  text: string;
}

/** Their parts mean little alone. */
const wholes = ['office', 'weeklyHours', 'daysOff', 'assumptions'];

type Path = readonly PropertyKey[];

const partsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(partsOf)
    : [String(value)];

/** A figure is one text with its unit and what it counts. */
function* textsIn(value: unknown, path: Path): Generator<[Path, string]> {
  if (typeof value !== 'object' || value === null || wholes.includes(String(path.at(-1)))) {
    const text = value === null ? '' : partsOf(value).join(', ').trim();
    if (text) yield [path, text];
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(item, [...path, index]);
  } else if ('figure' in value) {
    const { figure, unit, text, ...others } = value as Record<string, unknown>;
    yield [[...path, 'figure'], [figure, unit, text].filter(Boolean).join(' ')];
    yield* textsIn(others, path);
  } else {
    for (const [name, item] of Object.entries(value)) yield* textsIn(item, [...path, name]);
  }
}

const fieldsOf = ({ file, value, find }: Source): Text[] =>
  [...textsIn(value ?? null, [])].map(([path, text]) => ({
    file,
    line: find(path).line,
    field: formatPath(path).replace(/\[\d+\]/g, '[]'),
    section: path.length > 1 ? String(path[0]) : '',
    text,
  }));

const linesOf = (file: string, body: string, root: string): Text[] => {
  const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n');
  const first = lines.length - body.split('\n').length;
  let section = '';
  return lines.flatMap((line, index) => {
    const text = line.trim();
    if (index < first || !text) return [];
    section = /^#+ (.*)/.exec(text)?.[1] ?? section;
    return [{ file, line: index + 1, field: 'text', section, text }];
  });
};

/**
 * Reads the owner's words: all files of `content/` but the interface's words in `content/words/`.
 * @param root folder of the project
 * @returns the texts, and the line of a field such as `claims[2].measure`, where its file has one
 */
export const readTexts = (root = '.') => {
  const inRoot = (pattern: string) => globSync(pattern, { cwd: root }).toSorted();
  // Who it is about comes first.
  const yaml = new Set(['content/identity.yaml', ...inRoot('content/*.yaml')]);
  const markdown = [...inRoot('content/pages/*.md'), ...inRoot('content/resume.md')];
  const sources = new Map(
    [
      ...[...yaml].map((file) => ({ ...readYaml(root, file, z.unknown()), body: '' })),
      ...markdown.map((file) => readMarkdown(root, file, z.unknown())),
    ].map((source) => [source.file, source] as const),
  );
  return {
    texts: [...sources.values()].flatMap((source) => [
      ...fieldsOf(source),
      ...(source.body ? linesOf(source.file, source.body, root) : []),
    ]),
    lineOf: (file: string, field: string): number | undefined => {
      const path = field.split(/[.[\]]+/).filter(Boolean);
      const found = sources.get(file)?.find(path);
      return found && found.depth > 0 ? found.line : undefined;
    },
  };
};
