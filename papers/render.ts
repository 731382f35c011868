import { attributes, escapeHtml } from '../tools/html.ts';
import type { Figure } from './figures/svg.ts';
import type { Outline, Pages, PlacedFigure } from './outline.ts';
import {
  childrenOf,
  directiveBody,
  directiveLabel,
  headingClasses,
  headingId,
  lineOf,
  type Node,
  type NodeOf,
} from './tree.ts';

export interface RenderContext {
  file: string;
  outline: Outline;
  figures: Record<string, Figure>;
  pages: Pages;
  /** The blocks of one kind of document only, by their directive. */
  blocks?: Record<string, (node: Directive, body: string) => string>;
}

export const commonBlocks = ['note', 'example', 'checklist', 'table', 'sources'] as const;

type Directive = NodeOf<'containerDirective'>;

export const renderAll = (nodes: readonly Node[], context: RenderContext): string =>
  nodes
    .map((node) => render(node, context))
    .join('')
    // A mark stays on the line of the word before it.
    .replaceAll(' <a href="#source-', '\u00a0<a href="#source-');

const inside = (node: Node, context: RenderContext): string => renderAll(childrenOf(node), context);

const renderFigure = (placed: PlacedFigure, { figures }: RenderContext): string => {
  const figure = figures[placed.name];
  if (!figure) throw new RangeError(`no figure “${placed.name}”`);
  const { width, height, content } = figure.draw();
  const rest = placed.caption.slice(placed.title.length).trim();
  const drawing = `<svg${attributes({
    role: 'img',
    'aria-label': placed.alt,
    viewBox: `0 0 ${width} ${height}`,
    width: `${width}pt`,
    height: `${height}pt`,
  })}>${content}</svg>`;
  return `<div class="figure ${figure.place}" id="${placed.id}"><div class="drawing">${drawing}</div><p class="caption"><span class="number">Figure ${placed.number}</span> <strong>${escapeHtml(placed.title)}</strong> ${escapeHtml(rest)}</p></div>`;
};

/** Widths in percent, from `:::table[…]{widths="40 30 30"}`. */
const columns = (widths: string | null | undefined): string =>
  widths
    ? `<colgroup>${widths
        .split(' ')
        .map((width) => `<col width="${escapeHtml(width)}%">`)
        .join('')}</colgroup>`
    : '';

const renderTable = (
  node: NodeOf<'table'>,
  context: RenderContext,
  widths?: string | null,
): string => {
  const row = (cells: NodeOf<'tableRow'>, tag: 'th' | 'td'): string =>
    `<tr>${cells.children
      .map((cell, column) => {
        const align = node.align?.[column];
        // The heading of the row.
        const name = tag === 'td' && column === 0 ? 'th' : tag;
        const scope = tag === 'th' ? 'col' : name === 'th' ? 'row' : undefined;
        return `<${name}${attributes({ scope, class: align === 'right' ? 'number' : undefined })}>${inside(cell, context)}</${name}>`;
      })
      .join('')}</tr>`;
  const [head, ...body] = node.children;
  if (!head) return '';
  return `<table>${columns(widths)}<thead>${row(head, 'th')}</thead><tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
};

/** Renders the sources in the order of their numbers. */
const renderSources = (context: RenderContext): string => {
  const items = [...context.outline.sources].sort(
    ([, one], [, other]) => one.number - other.number,
  );
  const shown = items.map(([item, { id, number }]) => {
    const [, ...words] = childrenOf(item).flatMap(childrenOf);
    // The day of its check stays in one line.
    const text = renderAll(words, context).replace(/(\d+) (\w{3}) (\d{4})$/, '$1\u00a0$2\u00a0$3');
    return `<li id="${id}"><span class="number">${number}</span>${text}</li>`;
  });
  return `<ol class="sources">${shown.join('')}</ol>`;
};

const renderDirective = (node: Directive, context: RenderContext): string => {
  if (node.name === 'sources') return renderSources(context);
  const labelNode = directiveLabel(node);
  const label = labelNode ? inside(labelNode, context) : '';
  const body = directiveBody(node)
    .map((child) =>
      child.type === 'table'
        ? renderTable(child, context, node.attributes?.widths)
        : render(child, context),
    )
    .join('');
  const own = context.blocks?.[node.name];
  if (own) return own(node, body);
  const table = context.outline.tables.get(node);
  const id = table?.id ?? node.attributes?.id ?? undefined;
  const classes = [node.name, node.attributes?.class].filter(Boolean).join(' ');
  const open = `<div${attributes({ class: classes, id })}>`;
  switch (node.name) {
    case 'table':
      return `${open}<p class="caption"><span class="number">Table ${table?.number}</span> <strong>${label}</strong></p>${body}</div>`;
    case 'example':
      return `${open}<p class="kind">Worked example</p><p class="title">${label}</p>${body}</div>`;
    case 'checklist':
      return `${open}<p class="kind">Checklist</p><p class="title">${label}</p>${body}</div>`;
    default:
      return `${open}${label ? `<p class="title">${label}</p>` : ''}${body}</div>`;
  }
};

/** A link without words shows the name of its target; `[page](#target)` shows its page. */
const renderLink = (node: NodeOf<'link'>, context: RenderContext): string => {
  const anchor = node.url.slice(1);
  let words = inside(node, context);
  if (words === '') words = escapeHtml(context.outline.anchors.get(anchor) ?? '');
  if (words === 'page') words = `page ${context.pages.get(anchor) ?? ''}`;
  const isMark = [...context.outline.sources.values()].some(({ id }) => id === anchor);
  return `<a${attributes({ href: node.url, class: isMark ? 'mark' : undefined })}>${words}</a>`;
};

const renderParagraph = (node: NodeOf<'paragraph'>, context: RenderContext): string => {
  const only = node.children[0];
  const placed = only && context.outline.figures.get(only);
  return placed ? renderFigure(placed, context) : `<p>${inside(node, context)}</p>`;
};

/** Paragraphs in a tight list become lines of text. */
const renderItem = (
  node: NodeOf<'listItem' | 'descriptionDetails'>,
  context: RenderContext,
): string =>
  node.children
    .map((child) =>
      child.type === 'paragraph' && !node.spread ? inside(child, context) : render(child, context),
    )
    .join('');

const tags: Partial<Record<Node['type'], string>> = {
  blockquote: 'blockquote',
  delete: 'del',
  descriptionList: 'dl',
  descriptionTerm: 'dt',
  emphasis: 'em',
  strong: 'strong',
};

/** @throws TypeError for a kind of node that the papers have no design for */
const render = (node: Node, context: RenderContext): string => {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value);
    case 'break':
      return '<br>';
    case 'heading':
      return `<h${node.depth}${attributes({ id: headingId(node), class: headingClasses(node).join(' ') || undefined })}>${inside(node, context)}</h${node.depth}>`;
    case 'paragraph':
      return renderParagraph(node, context);
    case 'list':
      return node.ordered
        ? `<ol>${inside(node, context)}</ol>`
        : `<ul>${inside(node, context)}</ul>`;
    case 'listItem':
      return `<li>${renderItem(node, context)}</li>`;
    case 'descriptionDetails':
      return `<dd>${renderItem(node, context)}</dd>`;
    case 'link':
      return renderLink(node, context);
    case 'table':
      return renderTable(node, context);
    case 'containerDirective':
      return renderDirective(node, context);
    default: {
      const tag = tags[node.type];
      if (tag) return `<${tag}>${inside(node, context)}</${tag}>`;
      throw new TypeError(
        `${context.file}:${lineOf(node)}: the papers have no design for “${node.type}”; write it in another way`,
      );
    }
  }
};
