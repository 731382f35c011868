import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type ts from 'typescript';
import type { Mistake } from './mistake.ts';

// Where a mistake stands in the source of `content/`. TypeScript takes half a second to load, so it is
// loaded once there is a mistake.

const loadTypeScript = (): typeof ts => createRequire(import.meta.url)('typescript');

const parse = (file: string): { api: typeof ts; source: ts.SourceFile } => {
  const api = loadTypeScript();
  const text = readFileSync(file, 'utf8');
  return { api, source: api.createSourceFile(file, text, api.ScriptTarget.Latest, true) };
};

/** In the head of a Markdown file. */
const lineOfHeadField = (file: string, name: string): number => {
  const lines = readFileSync(file, 'utf8').split('\n');
  return (
    Math.max(
      lines.findIndex((line) => line.startsWith(`${name}:`)),
      0,
    ) + 1
  );
};

/**
 * Finds the line of a field such as ['items', 1, 'duration'], or of what it is missing from.
 * @param file in the folder of the project
 * @returns null when nothing of it stands in the file
 */
export const lineOfField = (file: string, path: readonly PropertyKey[]): number | null => {
  if (file.endsWith('.md')) return lineOfHeadField(file, String(path[0]));
  const { api, source } = parse(file);
  const contentOf = (node: ts.Expression): ts.Expression =>
    api.isAsExpression(node) || api.isSatisfiesExpression(node) ? contentOf(node.expression) : node;
  const constants = source.statements
    .filter(api.isVariableStatement)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === api.SyntaxKind.ExportKeyword))
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  // A file has one constant, or one for each field, as messages.ts.
  const named = constants.find(({ name }) => name.getText() === path[0]);
  const first = named ?? (constants.length === 1 ? constants[0] : undefined);
  if (!first?.initializer) return null;
  let place: ts.Node = first;
  let content: ts.Expression | undefined = contentOf(first.initializer);
  for (const key of named ? path.slice(1) : path) {
    let found: ts.Node | undefined;
    if (content && api.isArrayLiteralExpression(content)) {
      found = content.elements[Number(key)];
      content = found && contentOf(found as ts.Expression);
    } else if (content && api.isObjectLiteralExpression(content)) {
      const property = content.properties.find(
        ({ name }) =>
          name && (api.isIdentifier(name) || api.isStringLiteral(name)) && name.text === key,
      );
      found = property;
      content =
        property && api.isPropertyAssignment(property)
          ? contentOf(property.initializer)
          : undefined;
    }
    if (!found) break;
    place = found;
  }
  return source.getLineAndCharacterOfPosition(place.getStart()).line + 1;
};

/** The rest of the line. */
const excerptAt = (text: string, start: number): string =>
  (text.slice(start).split('\n')[0] ?? '').trim().slice(0, 40);

const describe = (message: string, text: string, start: number) => {
  const before = text.slice(0, start);
  const [, expected] = /^'(.)' expected\.$/.exec(message) ?? [];
  const atLineStart = /\n\s*$/.test(before);
  if (message.startsWith('Unterminated')) return 'a text has no closing quotation mark';
  if (/[\w’]['"]$/.test(before) && /^\w/.test(text.slice(start))) {
    return 'the apostrophe ends the text; write ’ for one within a text';
  }
  if (message.startsWith('Invalid character')) {
    return `${text[start]} cannot stand here; a text stands between ' and '`;
  }
  if (expected === ',') {
    return atLineStart
      ? 'a comma is missing at the end of the line'
      : `a comma, a colon or a bracket is missing before “${excerptAt(text, start)}”`;
  }
  if (expected && '}])'.includes(expected)) return `a closing ${expected} is missing`;
  return `“${excerptAt(text, start)}” cannot be understood here; is a bracket or a quotation mark missing before it?`;
};

/** The first mistake that keeps a file from being read at all, or null. */
export const findSyntaxMistake = (file: string, text: string): Mistake | null => {
  const api = loadTypeScript();
  const options = { fileName: file, reportDiagnostics: true };
  const [first] = api.transpileModule(text, options).diagnostics ?? [];
  if (!first) return null;
  const message = api.flattenDiagnosticMessageText(first.messageText, ' ');
  const start = first.start ?? 0;
  // A comma is missing after the word before, a closing bracket where it was opened.
  const opened = first.relatedInformation?.[0]?.start;
  const position =
    opened ?? (message === "',' expected." ? text.slice(0, start).trimEnd().length : start);
  const line = text.slice(0, position).split('\n').length;
  return { file, line, field: `line ${line}`, message: describe(message, text, start) };
};

/** Those of all files in `content/`. */
export const findSyntaxMistakes = (): Mistake[] =>
  globSync('content/*.ts').flatMap(
    (name) => findSyntaxMistake(name.replaceAll('\\', '/'), readFileSync(name, 'utf8')) ?? [],
  );
