import { existsSync, readFileSync } from 'node:fs';
import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
} from 'yaml';
import type { z } from 'zod';
import type { Mistake } from './mistake.ts';
import { partOf, typeOf } from './plain-words.ts';

type Path = readonly PropertyKey[];

/** A file of `content/`, read but not yet judged by its schema. */
export interface Source {
  /** As a path in the project. */
  file: string;
  value: unknown;
  /** What keeps the file from being read, or would lose a part of it. */
  mistakes: Mistake[];
  /** How many parts of a path the file has, and the line of the last of them, from 1. */
  find: (path: Path) => { depth: number; line: number };
}

const yes = /^(?:yes|on)$/i;
const no = /^(?:no|off)$/i;

const describeError = ({ code, message }: YAMLError): string => {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'begins with a tab; indent with spaces';
    case 'DUPLICATE_KEY':
      return 'has a field that this group has already; remove one of the two';
    case 'MISSING_CHAR':
      return 'has an opening quotation mark or bracket without its closing one';
    case 'BAD_INDENT':
      return 'is not indented like the lines that it belongs with';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'has a second colon with a space after it; put the text between quotation marks';
    case 'UNEXPECTED_TOKEN':
    case 'BAD_SCALAR_START':
    case 'BAD_DIRECTIVE':
      return 'begins with a character that means something in YAML; put the text between quotation marks';
    case 'BAD_ALIAS':
      return 'begins with * or &, which means something in YAML; put the text between quotation marks';
    default:
      return `cannot be read: ${message}`;
  }
};

/**
 * Reads YAML 1.2 by what its schema expects: `25` and `no` are texts where the schema wants a text, and
 * `no` is false where it wants true or false.
 * @param firstLine of the text in its file, from 1
 */
export const parseYaml = (file: string, text: string, schema: z.ZodType, firstLine = 1): Source => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number): number => lines.linePos(offset).line + firstLine - 1;
  const mistakes: Mistake[] = [];
  const report = (line: number, message: string) =>
    mistakes.push({ file, line, field: `line ${line}`, message });
  const [error] = document.errors;
  if (error) report(lineAt(error.pos[0]), describeError(error));

  const read = (node: unknown, part: unknown): unknown => {
    if (isMap(node)) {
      return Object.fromEntries(
        node.items.map(({ key, value }) => {
          const name = isScalar(key) ? (key.source ?? String(key.value)) : String(key);
          return [name, read(value, partOf(part, name))];
        }),
      );
    }
    if (isSeq(node)) return node.items.map((item, index) => read(item, partOf(part, index)));
    if (!isScalar(node)) return null;
    const { value, source, range, type } = node;
    const wanted = typeOf(part);
    if (wanted === 'boolean' && typeof value === 'string') {
      return yes.test(value) ? true : no.test(value) ? false : value;
    }
    if (wanted !== 'string' || value === null) return value;
    if (type === 'PLAIN' && range) {
      const [cut] = /^[ \t]+#.*/.exec(text.slice(range[1])) ?? [];
      if (cut) {
        const message = `loses “${cut.trim()}”, which YAML takes for a comment; put the text between quotation marks, or the comment in a line of its own`;
        report(lineAt(range[0]), message);
      }
    }
    return typeof value === 'string' ? value : (source ?? String(value));
  };

  const find: Source['find'] = (path) => {
    let node: unknown = document.contents;
    let place = isMap(node) || isSeq(node) ? (node.range?.[0] ?? 0) : 0;
    let depth = 0;
    for (const key of path) {
      let next: Node | null | undefined;
      if (isMap(node)) {
        const pair = node.items.find((each) => String(each.key) === String(key));
        if (!pair) break;
        place = (pair.key as Node).range?.[0] ?? place;
        next = pair.value as Node | null;
      } else if (isSeq(node)) {
        next = node.items[Number(key)] as Node | undefined;
        if (!next) break;
        place = next.range?.[0] ?? place;
      } else break;
      node = next;
      depth++;
    }
    return { depth, line: lineAt(place) };
  };
  const value = mistakes.length > 0 ? undefined : read(document.contents, schema);
  return { file, value, mistakes, find };
};

const missing = (file: string): Source => ({
  file,
  value: undefined,
  mistakes: [{ file, field: file, message: 'the file is missing' }],
  find: () => ({ depth: 0, line: 1 }),
});

/** @param root folder of the project */
export const readYaml = (root: string, file: string, schema: z.ZodType): Source => {
  const path = `${root}/${file}`;
  return existsSync(path) ? parseYaml(file, readFileSync(path, 'utf8'), schema) : missing(file);
};

/** The head of a Markdown file is YAML between two lines of `---`; `body` is what follows. */
export const readMarkdown = (
  root: string,
  file: string,
  schema: z.ZodType,
): Source & { body: string } => {
  const path = `${root}/${file}`;
  if (!existsSync(path)) return { ...missing(file), body: '' };
  const text = readFileSync(path, 'utf8')
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF/, '');
  const [whole, head] = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/m.exec(text) ?? [];
  if (whole === undefined || head === undefined || !text.startsWith(whole)) {
    const isOpen = /^---[ \t]*\n/.test(text);
    const message = isOpen
      ? 'the head of the page has no end: after its last field belongs a line of ---'
      : 'the head of the page is missing: a line of ---, its title and description, and another line of ---';
    return {
      file,
      value: undefined,
      mistakes: [{ file, line: 1, field: 'line 1', message }],
      find: () => ({ depth: 0, line: 1 }),
      body: '',
    };
  }
  return { ...parseYaml(file, head, schema, 2), body: text.slice(whole.length) };
};
