import ts from 'typescript';

// TypeScript's parser says where a value stands; the text around it stays as it is, byte for byte.

/** Of properties and places in lists, such as `['items', 1, 'title']`. */
export type Path = readonly (string | number)[];

const unwrap = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? unwrap(node.expression)
    : node;

/** The value of the first constant that the file exports. */
const exportedValue = (source: ts.SourceFile): ts.Expression | undefined => {
  const exported = source.statements
    .filter(ts.isVariableStatement)
    .find(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
  const value = exported?.declarationList.declarations[0]?.initializer;
  return value && unwrap(value);
};

const propertyOf = (node: ts.ObjectLiteralExpression, name: string) =>
  node.properties
    .filter(ts.isPropertyAssignment)
    .find(
      ({ name: key }) => (ts.isIdentifier(key) || ts.isStringLiteralLike(key)) && key.text === name,
    );

const isConstant = (node: ts.Node): boolean => {
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isConstant);
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.every(
      (property) => ts.isPropertyAssignment(property) && isConstant(property.initializer),
    );
  }
  return (
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node) ||
    node.kind === ts.SyntaxKind.NullKeyword
  );
};

const find = (file: string, text: string, path: Path, named = path) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const refuse = (node: ts.Node): never => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    throw new Error(
      `${file}:${line}: ${named.join('.')} is not written out there; change it by hand.`,
    );
  };
  let node: ts.Expression = exportedValue(source) ?? refuse(source);
  for (const key of path) {
    const next =
      typeof key === 'number'
        ? ts.isArrayLiteralExpression(node) && node.elements[key]
        : ts.isObjectLiteralExpression(node) && propertyOf(node, key)?.initializer;
    node = next ? unwrap(next) : refuse(node);
  }
  return { node, refuse };
};

const splice = (text: string, start: number, end: number, insert: string): string =>
  text.slice(0, start) + insert + text.slice(end);

/**
 * Writes a value where another stands.
 * @throws Error that names file and line where something else than a constant stands
 */
export const setValue = (file: string, text: string, path: Path, value: unknown): string => {
  const { node, refuse } = find(file, text, path);
  if (ts.isStringLiteralLike(node) && node.text === value) return text;
  if (ts.isNumericLiteral(node) && Number(node.text) === value) return text;
  if (!isConstant(node)) refuse(node);
  return splice(text, node.getStart(), node.getEnd(), JSON.stringify(value));
};

/** Like `setValue` for a property that may be missing; undefined takes it out. */
export const setOptional = (file: string, text: string, path: Path, value?: string): string => {
  const name = String(path.at(-1));
  const { node, refuse } = find(file, text, path.slice(0, -1), path);
  if (!ts.isObjectLiteralExpression(node)) return refuse(node);
  const property = propertyOf(node, name);
  if (property && value !== undefined) return setValue(file, text, path, value);
  if (property) {
    const before = node.properties[node.properties.indexOf(property) - 1];
    const after = node.properties[node.properties.indexOf(property) + 1];
    return before
      ? splice(text, before.getEnd(), property.getEnd(), '')
      : splice(text, property.getStart(), after ? after.getStart() : property.getEnd(), '');
  }
  if (value === undefined) return text;
  const last = node.properties.at(-1) ?? refuse(node);
  return splice(text, last.getEnd(), last.getEnd(), `, ${name}: ${JSON.stringify(value)}`);
};

/** @param items the places of those that stay, as they are, and new values */
export const setItems = (
  file: string,
  text: string,
  path: Path,
  items: readonly unknown[],
): string => {
  const { node, refuse } = find(file, text, path);
  if (!ts.isArrayLiteralExpression(node)) return refuse(node);
  const { elements } = node;
  elements.filter(ts.isSpreadElement).forEach(refuse);
  const written = items.map((item) => {
    const kept = typeof item === 'number' ? elements[item] : undefined;
    return kept ? text.slice(kept.getFullStart(), kept.getEnd()) : ` ${JSON.stringify(item)}`;
  });
  const end = items.length > 0 ? elements.at(-1)?.getEnd() : undefined;
  return splice(text, elements.pos, end ?? elements.end, written.join(','));
};
