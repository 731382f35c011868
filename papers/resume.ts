import { z } from 'astro/zod';
import { expertise } from '../.content/expertise.ts';
import { identity } from '../.content/identity.ts';
import { services } from '../.content/services.ts';
import { site } from '../.content/site.ts';
import { escapeMarkdown } from '../model/fill.ts';
import { officeName } from '../model/identity-text.ts';
import { formatPhone } from '../model/phone.ts';
import { mailtoUrl, telUrl } from '../src/links.ts';
import { cssString, escapeHtml, straightQuotes } from '../tools/html.ts';
import type { Body, Kind } from './kind.ts';
import type { Source } from './markdown.ts';
import type { Mistake } from './mistakes.ts';
import type { Outline } from './outline.ts';
import { commonBlocks, type RenderContext, renderAll } from './render.ts';
import { directiveLabel, plainText, walk } from './tree.ts';

const resumeFrontmatter = z.strictObject({
  edition: z.coerce.date('must be a date such as 2026-11-01'),
  title: z.string().min(1),
});

type Role = (typeof expertise.timeline)[number];

const years = ({ from, to }: Role): string => `${from}–${to ?? expertise.present}`;

const roleHtml = (role: Role, body: string): string => {
  const url = identity.companyLinks.find(({ id }) => id === role.link)?.url;
  const company = escapeHtml(role.company);
  return `<article class="role"><p class="years">${years(role)}</p><h3>${escapeHtml(role.role)}</h3><p class="company">${url ? `<a href="${escapeHtml(url)}">${company}</a>` : company}</p><p>${escapeHtml(role.text)}</p>${body}</article>`;
};

const servicesHtml = (): string =>
  `<dl class="services">${services.items
    .map(({ title, summary }) => `<dt>${escapeHtml(title)}</dt><dd>${escapeHtml(summary)}</dd>`)
    .join('')}</dl>`;

const roleOf = (company: string): Role | undefined =>
  expertise.timeline.find((role) => straightQuotes(role.company) === straightQuotes(company));

/** The text must have the roles of the site's timeline, each once and in order. */
const findRoleMistakes = ({ file, root }: Source): Mistake[] => {
  const found = [...walk(root)].flatMap((node) => {
    if (node.type !== 'containerDirective' || node.name !== 'role') return [];
    const label = directiveLabel(node);
    return label ? straightQuotes(plainText(label)) : '';
  });
  const expected = expertise.timeline.map(({ company }) => straightQuotes(company));
  if (found.join('\n') === expected.join('\n')) return [];
  const text = `its roles are ${found.join(', ')}, but the timeline in content/expertise.yaml has ${expected.join(', ')}`;
  return [{ file, text }];
};

/** Such as `linkedin.com/in/robin`. */
const inPrint = (url: string): string => url.replace(/^https:\/\/(?:www\.)?|\/$/g, '');

const bodyOf = (source: Source, outline: Outline): Body => {
  const { title } = resumeFrontmatter.parse(source.frontmatter);
  const context: RenderContext = {
    file: source.file,
    outline,
    figures: {},
    pages: new Map(),
    blocks: {
      role: (node, body) => {
        const label = directiveLabel(node);
        const role = label && roleOf(plainText(label));
        return role ? roleHtml(role, body) : '';
      },
      services: servicesHtml,
    },
  };
  const contact = [
    `<a href="${mailtoUrl({ to: identity.email })}">${identity.email}</a>`,
    `<a href="${telUrl(identity.phone)}">${formatPhone(identity.phone)}</a>`,
    escapeHtml(officeName),
    ...identity.socialLinks
      .filter(({ id }) => id === 'linkedin')
      .map(({ url }) => `<a href="${escapeHtml(url)}">${escapeHtml(inPrint(url))}</a>`),
  ];
  const name = `${identity.person}: ${title}`;
  return {
    title: name,
    styles: `@page { @top-left { content: none } @bottom-left { content: ${cssString(name)} } }`,
    body: `<body class="resume" lang="${site.language}"><header><h1>${escapeHtml(identity.person)}</h1><p class="job">${escapeHtml(identity.jobTitle)}</p><p class="contact">${contact.join('<br>')}</p></header><main>${renderAll(source.root.children, context)}</main></body>`,
  };
};

/** The résumé of an owner without a text of her own: the career and the services. */
export const resumeOfCareer = (): string =>
  [
    `---\nedition: ${expertise.timeline[0]?.from}-01-01\ntitle: ${JSON.stringify(identity.jobTitle)}\n---`,
    `## ${escapeMarkdown(expertise.timelineHeading)}`,
    ...expertise.timeline.map(({ company }) => `:::role[${escapeMarkdown(company)}]\n:::`),
    ...(services.items.length > 0
      ? [`## ${escapeMarkdown(services.heading)}`, ':::services\n:::']
      : []),
  ].join('\n\n');

export const resume: Kind = {
  subject: identity.jobTitle,
  hasCover: false,
  frontmatter: resumeFrontmatter,
  blocks: [...commonBlocks, 'role', 'services'],
  findMistakes: findRoleMistakes,
  body: bodyOf,
};
