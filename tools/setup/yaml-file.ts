import * as yaml from 'yaml';
import { stringTag } from 'yaml/util';

/** Parses a YAML document. Also returns a function that formats it with its original comments, quotes and escapes. */
export const readYamlFile = (text: string) => {
  const asIs: yaml.ScalarTag = {
    ...stringTag,
    stringify: (item, ...others) => {
      const raw = text.slice(...(item.range ?? [0, 0]));
      // An escape such as \u00a0 stays an escape.
      const isKept = /^".*\\.*"$/.test(raw) && yaml.parse(raw) === item.value;
      return isKept ? raw : (stringTag.stringify?.(item, ...others) ?? '');
    },
  };
  const document: yaml.Document = yaml.parseDocument(text, {
    customTags: (tags) => [asIs, ...tags],
  });
  return { document, write: () => document.toString({ lineWidth: 0 }) };
};

export type Path = readonly (string | number)[];

/**
 * Sets a field, also in a new group or list, or removes it if the value is undefined. Everything else keeps its
 * comments, including the groups of a list that is set as a whole.
 */
export const setIn = (document: yaml.Document, path: Path, value: unknown): void => {
  const parent = path.slice(0, -1);
  const around = document.getIn(parent);
  if (yaml.isCollection(around)) around.flow &&= around.items.length > 0;
  else if (path.length > 0) setIn(document, parent, typeof path.at(-1) === 'number' ? [] : {});
  const [old, node] = [document.getIn(path, true), document.createNode(value)];
  if (yaml.isSeq<yaml.Node>(old) && yaml.isSeq<yaml.Node>(node)) {
    Object.assign(node, { comment: old.comment, commentBefore: old.commentBefore });
    node.items = node.items.map((item, index) => (yaml.isMap(item) && old.items[index]) || item);
  }
  if (value === undefined) document.deleteIn(path);
  else if (yaml.isScalar(old) && yaml.isScalar(node))
    Object.assign(old, { value, source: undefined });
  else document.setIn(path, node);
};
