import type { MdastNode } from 'satteri';

export type Node = MdastNode;
export type NodeOf<T extends Node['type']> = Extract<Node, { type: T }>;

export const childrenOf = (node: Node): readonly Node[] =>
  'children' in node ? node.children : [];

/** Every node in reading order, the root first. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

export const plainText = (node: Node): string =>
  'value' in node ? node.value : childrenOf(node).map(plainText).join('');

export const lineOf = (node: Node): number | undefined => node.position?.start.line;

const properties = (node: NodeOf<'heading'>): Record<string, unknown> => {
  const given: unknown =
    node.data && 'hProperties' in node.data ? node.data.hProperties : undefined;
  return typeof given === 'object' && given !== null ? { ...given } : {};
};

/** The anchor of a heading: its `{#id}`, or its words. */
export const headingId = (node: NodeOf<'heading'>): string => {
  const { id } = properties(node);
  if (typeof id === 'string') return id;
  return plainText(node)
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '');
};

export const headingClasses = (node: NodeOf<'heading'>): string[] => {
  const { className, class: plain } = properties(node);
  return [className, plain].flat().flatMap((given) => (given ? String(given).split(' ') : []));
};

type Directive = NodeOf<'containerDirective'>;

/** The label of `:::name[label]`. */
export const directiveLabel = (node: Directive): NodeOf<'paragraph'> | undefined => {
  const first = node.children[0];
  return first?.type === 'paragraph' && first.data?.directiveLabel === true ? first : undefined;
};

export const directiveBody = (node: Directive): Directive['children'] =>
  directiveLabel(node) ? node.children.slice(1) : node.children;

/** The name of an item of `:::sources`: the `code` it begins with. */
export const sourceName = (item: Node): string | undefined => {
  const [first] = childrenOf(item).flatMap(childrenOf);
  return first?.type === 'inlineCode' ? first.value : undefined;
};
