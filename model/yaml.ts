import { globSync, readFileSync, statSync } from 'node:fs';
import * as yaml from 'yaml';
import type { z } from 'zod';
import type { Mistake } from './mistake.ts';
import { type Path, partOf, typeOf } from './plain-words.ts';
import { readNumber } from './read-number.ts';

/** A file of `content/`, parsed but not yet validated. */
export interface Source {
  /** The path in the project. */
  file: string;
  value: unknown;
  /** Mistakes that make the file unreadable, or would lose a part of it. */
  mistakes: Mistake[];
  /** Returns the line, counted from 1, of the deepest part of a path that exists in the file. */
  find: (path: Path) => number;
}

const booleans: Readonly<Record<string, boolean>> = { yes: true, on: true, no: false, off: false };

const inQuotes = 'put the text between quotation marks';
const noColon = 'the line has no colon with a space after it, as in “title: Risk Strategy”';
const special = `the text begins with a character that has a meaning in YAML; ${inQuotes}`;

const errors: Readonly<Partial<Record<yaml.YAMLError['code'], string>>> = {
  TAB_AS_INDENT: 'the line begins with a tab; indent it with spaces',
  DUPLICATE_KEY: 'this field occurs twice; remove one of the two',
  MISSING_CHAR: noColon,
  MULTILINE_IMPLICIT_KEY: noColon,
  BAD_INDENT: 'the line is not indented like the others of its group',
  BLOCK_AS_IMPLICIT_KEY: 'the next line is not indented like this one',
  MULTIPLE_DOCS: 'a line of --- ends the file; remove it',
  UNEXPECTED_TOKEN: special,
  BAD_SCALAR_START: special,
  BAD_DIRECTIVE: special,
  BAD_DQ_ESCAPE:
    'a backslash has a meaning between double quotation marks; put the text between single ones',
  BAD_ALIAS: special,
  TAG_RESOLVE_FAILED: special,
};

/** @param line the text of the line in which the parser stopped */
const describeError = ({ code, message }: yaml.YAMLError, line: string): string => {
  if (/: +'[^']*\p{L}'\p{L}/u.test(line)) {
    return 'the apostrophe ends the text; write ’, or put the text between double quotation marks';
  }
  if (/: +(?:"[^"]*"|'[^']*') *[^\s#]/.test(line)) {
    return `the text ends at its second quotation mark; write “ and ” within a text, or ${inQuotes} of the other kind`;
  }
  if (code === 'MISSING_CHAR' && /["'[{]/.test(line)) {
    return 'a quotation mark or bracket that opens here is never closed';
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && /: .*: /.test(line)) {
    return `the text has a colon with a space after it; ${inQuotes}`;
  }
  return errors[code] ?? `the file cannot be read: ${message}`;
};

/** Returns the position of the last opening quotation mark or bracket. */
const lastOpening = (document: yaml.Document): number | undefined => {
  let last: number | undefined;
  yaml.visit(document, {
    Node: (_, node) => {
      const opens = yaml.isScalar(node)
        ? node.type?.startsWith('QUOTE')
        : yaml.isCollection(node) && node.flow;
      if (opens) last = node.range?.[0];
    },
  });
  return last;
};

/**
 * Reads YAML 1.2 with the types that its schema expects: `25` and `no` are texts where the schema wants a
 * text, and `no` is false where it wants true or false.
 * @param firstLine the number of the text's first line in its file, from 1
 */
export const parseYaml = (file: string, text: string, schema: z.ZodType, firstLine = 1): Source => {
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number): number => lines.linePos(offset).line + firstLine - 1;
  const mistakes: Mistake[] = [];
  const report = (line: number, message: string) =>
    mistakes.push({ file, line, field: `line ${line}`, message });
  // Warnings report parts that would be lost.
  const [error] = [...document.errors, ...document.warnings];
  // If the first field lacks its colon, the parser reads a single text, and stops at the next field.
  const { contents } = document;
  const single = error?.code === 'UNEXPECTED_TOKEN' && yaml.isScalar(contents) && contents.range;
  if (single) report(lineAt(single[0]), noColon);
  else if (error) {
    const textAt = (offset: number) => text.split('\n')[lines.linePos(offset).line - 1] ?? '';
    const [stop] = error.pos;
    const isUnclosed = !error.message.startsWith('Implicit') || /["'[{]/.test(textAt(stop));
    const isMissing = error.code === 'MISSING_CHAR';
    const at = (isMissing && isUnclosed && lastOpening(document)) || stop;
    report(lineAt(at), describeError(error, textAt(at)));
  }

  const read = (node: unknown, part: unknown): unknown => {
    if (yaml.isMap(node)) {
      return Object.fromEntries(
        node.items.map(({ key, value }) => {
          const name = yaml.isScalar(key) ? (key.source ?? String(key.value)) : String(key);
          return [name, read(value, partOf(part, name))];
        }),
      );
    }
    if (yaml.isSeq(node)) return node.items.map((item, index) => read(item, partOf(part, index)));
    // Some programs write an alias for a value that occurs twice.
    if (yaml.isAlias(node)) {
      const whole = node.resolve(document);
      const at = node.range?.[0] ?? 0;
      if (at >= Number(whole?.range?.[2])) return read(whole, part);
      report(lineAt(at), `*${node.source} repeats itself; write the text instead`);
    }
    if (!yaml.isScalar(node)) return null;
    const { value, source, range, type } = node;
    const wanted = typeOf(part);
    if (wanted === 'boolean') return booleans[String(value).toLowerCase()] ?? value;
    if (wanted === 'number' && source && /^[-.\d]+$/.test(source)) return readNumber(source);
    if (wanted !== 'string' || value === null) return value;
    if (type === 'PLAIN' && range) {
      const [cut] = /^[ \t]+#.*/.exec(text.slice(range[1])) ?? [];
      if (cut) {
        const message = `loses “${cut.trim()}”, which YAML takes for a comment; ${inQuotes}, or the comment in a line of its own`;
        report(lineAt(range[0]), message);
      }
    }
    return typeof value === 'string' ? value : (source ?? String(value));
  };

  const find: Source['find'] = (path) => {
    let node: unknown = document.contents;
    let place = yaml.isCollection(node) ? (node.range?.[0] ?? 0) : 0;
    for (const key of path) {
      const pair = yaml.isMap(node) && node.items.find((each) => String(each.key) === String(key));
      const next = pair ? pair.key : yaml.isSeq(node) && node.items[Number(key)];
      if (!yaml.isNode(next)) break;
      place = next.range?.[0] ?? place;
      node = pair ? pair.value : next;
    }
    return lineAt(place);
  };
  if (document.contents === null) report(firstLine, 'the file is empty');
  const value = mistakes.length > 0 ? undefined : read(document.contents, schema);
  return { file, value, mistakes, find };
};

const unreadable = (file: string, message: string, line?: number): Source => ({
  file,
  value: undefined,
  mistakes: [{ file, line, field: file, message }],
  find: () => 1,
});

/** Patterns that no owner's text contains on purpose. */
const foreign: readonly [RegExp, string][] = [
  [
    /(?![\t\n])[\p{Cc}\uFFFD]/u,
    'the line has invalid characters; save the file with the encoding UTF-8',
  ],
  [
    /^(?:<{7}|>{7}) /m,
    'the line is left over from a merge: keep one of the two versions, and remove the lines of <<<<<<<, ======= and >>>>>>>',
  ],
];

/** Returns the names in a folder, except hidden ones; none if there is no folder. */
export const namesIn = (folder: string): string[] => globSync('*', { cwd: folder }).sort();

/** Returns the text of a file, without byte order mark and carriage returns, or in `refused` the reason why it cannot be read. */
export const readText = (root: string, file: string): { text: string; refused?: Source } => {
  const path = `${root}/${file}`;
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    return { text: '', refused: unreadable(file, 'the file is missing') };
  }
  const text = new TextDecoder().decode(readFileSync(path)).replace(/\r\n?/g, '\n');
  for (const [pattern, message] of foreign) {
    const found = pattern.exec(text);
    const line = text.slice(0, found?.index).split('\n').length;
    if (found) return { text, refused: unreadable(file, message, line) };
  }
  return { text };
};

/** @param root folder of the project */
export const readYaml = (root: string, file: string, schema: z.ZodType): Source => {
  const { text, refused } = readText(root, file);
  return refused ?? parseYaml(file, text, schema);
};

const isRule = (line: string | undefined): boolean => /^---[ \t]*$/.test(line ?? '');

/** Reads a Markdown file. Its head is YAML between two lines of `---`; `body` is the text after them. */
export const readMarkdown = (
  root: string,
  file: string,
  schema: z.ZodType,
): Source & { body: string; lines: string[] } => {
  const { text, refused } = readText(root, file);
  const lines = text.split('\n');
  const end = lines.findIndex((line, index) => index > 0 && isRule(line));
  if (refused) return { ...refused, body: '', lines };
  if (!isRule(lines[0]) || end < 0) {
    const message = isRule(lines[0])
      ? 'the head of the page has no end: put a line of --- after its last field'
      : 'the head of the page is missing: a line of ---, its title and description, and another line of ---';
    return { ...unreadable(file, message, 1), body: '', lines };
  }
  const head = parseYaml(file, lines.slice(1, end).join('\n'), schema, 2);
  return { ...head, body: lines.slice(end + 1).join('\n'), lines };
};
