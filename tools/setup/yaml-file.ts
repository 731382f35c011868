import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
} from 'yaml';

/** Returns a YAML document, and a function that writes it with comments, quotes and escapes as they were. */
export const readYamlFile = (text: string) => {
  const document: Document = parseDocument(text);
  // The library writes the character for an escape such as \u00a0.
  const escaped = (text.match(/"(?:[^"\\\n]|\\.)*"/g) ?? []).filter((raw) => raw.includes('\\'));
  const keepEscapes = (written: string, raw: string) =>
    written.replaceAll(JSON.stringify(parseDocument(raw).toJS()), () => raw);
  const write = () => escaped.reduce(keepEscapes, document.toString({ lineWidth: 0 }));
  return { document, write };
};

export type Path = readonly (string | number)[];

/**
 * Sets a field, also in a group or list that is not there yet, or removes it for undefined. What stays keeps its
 * comments, also the groups of a list that is set as a whole.
 */
export const setIn = (document: Document, path: Path, value: unknown): void => {
  const around = document.getIn(path.slice(0, -1));
  if (isCollection(around)) around.flow &&= around.items.length > 0;
  const [old, node] = [document.getIn(path, true), document.createNode(value)];
  if (isSeq<Node>(old) && isSeq<Node>(node)) {
    Object.assign(node, { comment: old.comment, commentBefore: old.commentBefore });
    node.items = node.items.map((item, index) => (isMap(item) && old.items[index]) || item);
  }
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, isScalar(old) && isScalar(node) ? value : node);
};
