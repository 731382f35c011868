import type { Source } from './markdown.ts';
import type { Mistake } from './mistakes.ts';
import {
  childrenOf,
  directiveLabel,
  headingClasses,
  headingId,
  lineOf,
  type Node,
  type NodeOf,
  plainText,
  sourceName,
  walk,
} from './tree.ts';

/** Page of each anchor, from 1, as far as it is known. */
export type Pages = ReadonlyMap<string, number>;

export interface Section {
  id: string;
  title: string;
}

export interface Chapter extends Section {
  /** Null for chapters marked `{.unnumbered}`. */
  number: number | null;
  /** The classes of its heading, such as `glossary`. */
  classes: string[];
  sections: Section[];
}

export interface PlacedFigure extends Section {
  name: string;
  number: number;
  alt: string;
  /** Its first sentence is the `title`. */
  caption: string;
}

export interface Outline {
  chapters: Chapter[];
  figures: Map<Node, PlacedFigure>;
  tables: Map<Node, Section & { number: number }>;
  /** The entries of `:::sources`, numbered in the order in which the text leads to them. */
  sources: Map<Node, { id: string; number: number }>;
  /** Words, such as “figure 3”, for links that have none. */
  anchors: Map<string, string | null>;
}

const figurePrefix = 'figure:';
const sourcePrefix = '#source-';

const firstSentence = (caption: string): string =>
  /^.*?[.?!](?=\s|$)/.exec(caption)?.[0] ?? caption;

/** Numbers chapters, figures and tables, and checks a source. */
export const outlineOf = (
  { file, root }: Source,
  figureNames: readonly string[],
  directiveNames: readonly string[],
): { outline: Outline; mistakes: Mistake[] } => {
  const mistakes: Mistake[] = [];
  const report = (node: Node, text: string) => mistakes.push({ file, line: lineOf(node), text });
  const outline: Outline = {
    chapters: [],
    figures: new Map(),
    tables: new Map(),
    sources: new Map(),
    anchors: new Map(),
  };

  const addAnchor = (node: Node, id: string, label: string | null) => {
    if (outline.anchors.has(id)) {
      report(node, `the anchor #${id} is already taken; give one of the two another {#name}`);
    }
    outline.anchors.set(id, label);
  };

  let depth = 1;
  let numbered = 0;
  const addHeading = (node: NodeOf<'heading'>) => {
    const title = plainText(node);
    if (node.depth === 1) {
      report(node, `“# ${title}”: the cover carries the title; begin chapters with ##`);
    } else if (node.depth > depth + 1) {
      report(
        node,
        `“${title}” jumps from level ${depth} to level ${node.depth}; use ${'#'.repeat(depth + 1)} at most`,
      );
    }
    depth = node.depth;
    const id = headingId(node);
    if (node.depth === 2) {
      const classes = headingClasses(node);
      const number = classes.includes('unnumbered') ? null : ++numbered;
      outline.chapters.push({ id, title, number, classes, sections: [] });
      addAnchor(node, id, number === null ? null : `chapter ${number}`);
    } else {
      outline.chapters.at(-1)?.sections.push({ id, title });
      addAnchor(node, id, null);
    }
  };

  const addFigure = (node: NodeOf<'image'>, parent: Node) => {
    if (!node.url.startsWith(figurePrefix)) {
      report(node, `${node.url} is not a figure; write ![…](figure:name "Caption.")`);
      return;
    }
    const name = node.url.slice(figurePrefix.length);
    if (!figureNames.includes(name)) {
      report(node, `there is no figure “${name}”; papers/figures/ has ${figureNames.join(', ')}`);
    }
    const alt = (node.alt ?? '').trim();
    const caption = (node.title ?? '').trim();
    if (alt === '') {
      report(node, `figure “${name}” has no alternative text; write it between the [brackets]`);
    }
    if (caption === '') {
      report(node, `figure “${name}” has no caption; write it in quotes after the name`);
    }
    if (parent.type !== 'paragraph' || parent.children.length > 1) {
      report(node, `figure “${name}” is inside a text; give it a paragraph of its own`);
    }
    const number = outline.figures.size + 1;
    const id = `figure-${name}`;
    outline.figures.set(node, { id, name, number, alt, caption, title: firstSentence(caption) });
    addAnchor(node, id, `figure ${number}`);
  };

  const cited = [...walk(root)].flatMap((node) =>
    node.type === 'link' && node.url.startsWith(sourcePrefix) ? [node.url.slice(1)] : [],
  );
  const order = [...new Set(cited)];
  const addSources = (directive: NodeOf<'containerDirective'>) => {
    for (const item of childrenOf(directive).flatMap(childrenOf)) {
      const name = sourceName(item);
      if (name === undefined) {
        report(item, 'the source has no name; begin it with one, as in “1. `elkan` Elkan, …”');
        continue;
      }
      const id = `${sourcePrefix.slice(1)}${name}`;
      const number = order.indexOf(id) + 1;
      if (number === 0) {
        report(item, `nothing leads to the source “${name}”; write [](#${id}) where it is used`);
      }
      outline.sources.set(item, { id, number });
      addAnchor(item, id, `[${number}]`);
    }
  };

  const addDirective = (node: NodeOf<'containerDirective'>) => {
    if (!directiveNames.includes(node.name)) {
      report(node, `“:::${node.name}” is not known; use one of ${directiveNames.join(', ')}`);
    }
    if (node.name === 'sources') addSources(node);
    if (node.name === 'table') {
      const number = outline.tables.size + 1;
      const id = node.attributes?.id ?? `table-${number}`;
      const label = directiveLabel(node);
      if (!label) report(node, 'the table has no title; write :::table[Title]');
      outline.tables.set(node, { id, number, title: label ? plainText(label) : '' });
      addAnchor(node, id, `table ${number}`);
    }
  };

  const visit = (node: Node, parent: Node) => {
    if (node.type === 'heading') addHeading(node);
    if (node.type === 'image') addFigure(node, parent);
    if (node.type === 'containerDirective') addDirective(node);
    if (node.type === 'text' && /^:::/m.test(node.value)) {
      report(
        node,
        '“:::” is in the text; put an empty line before it, and do not let it follow a definition',
      );
    }
    if (node.type === 'text' && /^\|/m.test(node.value)) {
      report(node, '“|” begins a text; a table must have no empty line between its rows');
    }
    if (node.type === 'html') report(node, 'HTML is not set; write it in Markdown');
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(root, root);

  // When every anchor is known.
  for (const node of walk(root)) {
    if (node.type !== 'link') continue;
    if (node.url.startsWith('#')) {
      const label = outline.anchors.get(node.url.slice(1));
      if (label === undefined) {
        report(
          node,
          `the link to ${node.url} leads nowhere; no heading, figure, table or source has it`,
        );
      } else if (label === null && node.children.length === 0) {
        report(node, `the link to ${node.url} has no words, and its target has no number to show`);
      }
    } else if (!/^(https:\/\/|mailto:)/.test(node.url)) {
      report(node, `the link to ${node.url} leads nowhere; use #anchor, https:// or mailto:`);
    }
  }
  return { outline, mistakes };
};
