import { z } from 'astro/zod';
import { identity } from '../.content/identity.ts';
import { resources } from '../.content/resources.ts';
import { site } from '../.content/site.ts';
import type { Resource } from '../model/schema.ts';
import { cssString, escapeHtml } from '../tools/html.ts';
import { coverArt, coverNames, coverTone, titleSize } from './covers.ts';
import { figures } from './figures/index.ts';
import type { Body, Kind } from './kind.ts';
import type { Source } from './markdown.ts';
import type { Chapter, Outline, Pages } from './outline.ts';
import { commonBlocks, renderAll } from './render.ts';
import { headingId, type Node } from './tree.ts';

const paperFrontmatter = z.strictObject({
  edition: z.coerce.date('must be a date such as 2026-11-01'),
  cover: z.enum(coverNames),
  /** Whether the contents list the tables too. */
  tables: z.boolean().default(false),
});
type PaperFrontmatter = z.infer<typeof paperFrontmatter>;

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const chapterName = ({ number, title }: Chapter): string =>
  number === null ? title : `${number} · ${title}`;

/** Chromium gives headers of their own only to named pages. */
const pageRules = (resource: Resource, chapters: readonly Chapter[]): string =>
  [
    `@page { @top-left { content: ${cssString(resource.title)} } @bottom-left { content: ${cssString(identity.firm)} } }`,
    ...chapters.map(
      (chapter, index) =>
        `@page chapter-${index} { @top-right { content: ${cssString(chapterName(chapter))} } } .chapter-${index} { page: chapter-${index}; }`,
    ),
  ].join('\n');

const coverOf = (resource: Resource, { cover, edition }: PaperFrontmatter): string =>
  `<section class="cover ${coverTone[cover]}">${coverArt[cover]()}<div class="words"><p class="series">${escapeHtml(resources.categories[resource.category])}</p><h1 style="font-size: ${titleSize(resource.title)}pt">${escapeHtml(resource.title)}</h1><div class="foot"><p class="description">${escapeHtml(resource.description)}</p><p class="author"><strong>${escapeHtml(identity.person)}</strong><br>${escapeHtml(identity.firm)}<br>${month.format(edition)}</p></div></div></section>`;

interface Listed {
  id: string;
  number: number | null;
  title: string;
}

const entry = ({ id, number, title }: Listed, pages: Pages, below = ''): string =>
  `<li><a href="#${id}"><span class="number">${number ?? ''}</span><span class="title">${escapeHtml(title.replace(/\.$/, ''))}</span><span class="page">${pages.get(id) ?? ''}</span></a>${below}</li>`;

const list = (kind: string, listed: Iterable<Listed>, pages: Pages): string =>
  `<div class="figures"><p class="kind">${kind}</p><ol>${[...listed].map((each) => entry(each, pages)).join('')}</ol></div>`;

const contents = (
  { chapters, figures, tables }: Outline,
  pages: Pages,
  frontmatter: PaperFrontmatter,
): string => {
  const chapterEntries = chapters.map((chapter) => {
    const { number, sections } = chapter;
    const titles = sections.map((section) => escapeHtml(section.title)).join(' · ');
    const below =
      number === null || sections.length === 0 ? '' : `<p class="sections">${titles}</p>`;
    return entry(chapter, pages, below);
  });
  return `<nav class="contents"><h2>Contents</h2><ol class="chapters">${chapterEntries.join('')}</ol>${list('Figures', figures.values(), pages)}${frontmatter.tables ? list('Tables', tables.values(), pages) : ''}</nav>`;
};

const split = (nodes: readonly Node[]): Node[][] => {
  const parts: Node[][] = [];
  for (const node of nodes) {
    if (node.type === 'heading' && node.depth === 2) parts.push([]);
    parts.at(-1)?.push(node);
  }
  return parts;
};

const bodyOf = (source: Source, outline: Outline, resource: Resource, pages: Pages): Body => {
  const frontmatter = paperFrontmatter.parse(source.frontmatter);
  const context = { file: source.file, outline, figures, pages };
  const chapters = split(source.root.children).map((nodes, index) => {
    const [heading, ...rest] = nodes;
    const [first, ...others] = rest;
    const chapter = outline.chapters[index];
    if (heading?.type !== 'heading' || !chapter) return '';
    const standfirst = first?.type === 'paragraph' ? renderAll([first], context) : '';
    const body = standfirst ? others : rest;
    const classes = ['chapter', `chapter-${index}`, ...chapter.classes].join(' ');
    return `<section class="${classes}"><header>${chapter.number === null ? '' : `<p class="number" aria-hidden="true">${chapter.number}</p>`}<h2 id="${headingId(heading)}">${escapeHtml(chapter.title)}</h2><div class="standfirst">${standfirst}</div></header>${renderAll(body, context)}</section>`;
  });
  return {
    title: resource.title,
    styles: pageRules(resource, outline.chapters),
    body: `<body class="paper" lang="${site.language}">${coverOf(resource, frontmatter)}${contents(outline, pages, frontmatter)}<main>${chapters.join('')}</main></body>`,
  };
};

export const paper = (resource: Resource): Kind => ({
  subject: resource.description,
  hasCover: true,
  frontmatter: paperFrontmatter,
  blocks: commonBlocks,
  findMistakes: () => [],
  body: (source, outline, pages) => bodyOf(source, outline, resource, pages),
});
