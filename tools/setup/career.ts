import type { z } from 'zod';
import { escapeMarkdown } from '#model/markdown.ts';
import type { expertiseSchema, identitySchema } from '#model/schema.ts';
import type { Draft } from './draft.ts';
import { hostOf, slug } from './slug.ts';

// The career is in three files that must agree: the timeline, the links to companies, the résumé.

export type Role = z.infer<typeof expertiseSchema>['timeline'][number];
type Link = z.infer<typeof identitySchema>['companyLinks'][number];

export const expertiseFile = 'content/expertise.yaml';
const identityFile = 'content/identity.yaml';
const heroFile = 'content/hero.yaml';

export const positionForm = 'Company | Role | 2016–2023 | What you did | https://… (optional)';

export const timelineOf = (draft: Draft): Role[] =>
  (draft.get(expertiseFile, ['timeline']) ?? []) as Role[];

const linksOf = (draft: Draft): Link[] =>
  (draft.get(identityFile, ['companyLinks']) ?? []) as Link[];

/** Returns the place in the timeline of the owner's own firm, or -1. */
export const findCurrent = (draft: Draft): number =>
  timelineOf(draft).findIndex(({ company }) => company === draft.get(identityFile, ['firm']));

/** Returns a role as an answer, like `positionForm`. */
export const writePosition = (
  draft: Draft,
  { company, role, from, to, text, link }: Role,
): string => {
  const url = linksOf(draft).find(({ id }) => id === link)?.url;
  const years = `${from}–${to ?? ''}`;
  return [company, role, years, text, ...(url ? [url] : [])].join(' | ');
};

interface Position {
  role: Role;
  url: string | undefined;
}

/** Returns what is wrong with an answer that cannot be read. */
export const readPosition = (answer: string): Position | string => {
  const [company = '', role, years = '', text, url, ...others] = answer
    .split('|')
    .map((part) => part.trim());
  const [, from, to] = /^(\d{4}) *[–-] *(\d{4}|)$/.exec(years) ?? [];
  if (!company || !role || !text || !from || others.length > 0) {
    return `must be like: ${positionForm}`;
  }
  const thisYear = new Date().getFullYear();
  if (
    Number(from) < 1950 ||
    Number(from) > thisYear ||
    (to && (to < from || Number(to) > thisYear))
  ) {
    return `has years that cannot be: ${years}`;
  }
  if (url && !(url.startsWith('https://') && URL.canParse(url))) {
    return 'must end with a web address beginning with https://, or without one';
  }
  const link = url ? { link: slug(company, hostOf(url)) } : {};
  const read = { from: Number(from), to: to ? Number(to) : null, role, company, ...link, text };
  return { role: read, url: url || undefined };
};

const unescapeMarkdown = (text: string): string => text.replace(/\\(?=[!-/:-@[-`{-~])/g, '');

const blockStart = /^:::role\[(.*)\]/gm;
const blockEnd = /^:::\r?(?:\n\r?\n|\n|$)/m;

/** Puts the résumé's blocks in the order of the roles; new ones are empty. */
const arrangeResume = (
  text: string,
  roles: readonly { was: string | undefined; company: string }[],
): string => {
  const starts = [...text.matchAll(blockStart)];
  const [first] = starts;
  const last = starts.at(-1);
  const closing = blockEnd.exec(text.slice(last?.index));
  if (!first || !last || !closing) return text;
  const end = last.index + closing.index + closing[0].length;
  const found = starts.map(({ index, 1: label = '' }, place) => ({
    company: unescapeMarkdown(label),
    text: text.slice(index, starts[place + 1]?.index ?? end),
  }));
  const blocks = roles.map(({ was, company }) => {
    const written = `:::role[${escapeMarkdown(company)}]`;
    const old = found.find((block) => block.company === was)?.text;
    if (!old) return `${written}\n:::\n\n`;
    return was === company ? old : old.replace(/^.*/, () => written);
  });
  return text.slice(0, first.index) + blocks.join('') + text.slice(end);
};

const newestFirst = (a: Role, b: Role): number =>
  (b.to ?? Infinity) - (a.to ?? Infinity) || b.from - a.from;

export interface Career {
  /** At the owner's own firm; null where it stays. */
  current: Role | null;
  /** Changed answers by their place in the timeline, or after it for new ones; empty for those that go. */
  positions: ReadonlyMap<number, string>;
}

/** Returns the claims of the first screen whose role is gone; they now name the newest that is left. */
export const writeCareer = (draft: Draft, { current, positions }: Career): string[] => {
  const timeline = timelineOf(draft);
  const links = linksOf(draft);
  const place = findCurrent(draft);
  const urls = new Map<string, string>();
  const read = (answer: string): Role => {
    const position = readPosition(answer);
    if (typeof position === 'string') throw new Error(`A position ${position}`);
    const { role, url } = position;
    const known = links.find((link) => link.url === url && link.label === role.company)?.id;
    const link = known ?? role.link;
    if (url && link && !known) urls.set(link, url);
    return link ? { ...role, link } : role;
  };
  const entries = [
    ...timeline.flatMap((old, index) => {
      const answer = positions.get(index);
      if (index === place) return [{ index, old, role: current ?? old }];
      if (answer === '') return [];
      return [{ index, old, role: answer === undefined ? old : read(answer) }];
    }),
    ...(place < 0 && current ? [{ index: null, old: null, role: current }] : []),
    ...[...positions]
      .filter(([index, answer]) => index >= timeline.length && answer)
      .map(([, answer]) => ({ index: null, old: null, role: read(answer) })),
  ];
  const isSame = entries.every(({ old, role }) => old === role);
  if (isSame && entries.length === timeline.length) return [];

  const hasNew = entries.some(({ index }) => index === null);
  const roles = hasNew ? entries.toSorted((a, b) => newestFirst(a.role, b.role)) : entries;
  for (const { index, old, role } of roles) {
    if (index === null || old === role) continue;
    for (const name of ['from', 'to', 'role', 'company', 'link', 'text'] as const) {
      draft.set(expertiseFile, ['timeline', index, name], role[name]);
    }
  }
  if (hasNew || entries.length < timeline.length) {
    draft.setItems(
      expertiseFile,
      ['timeline'],
      roles.map(({ index, role }) => index ?? role),
    );
  }
  const isUsed = (id: string) => roles.some(({ role }) => role.link === id);
  const wasUsed = (id: string) => timeline.some(({ link }) => link === id);
  const kept = links.flatMap(({ id }, index) =>
    (isUsed(id) || !wasUsed(id)) && !urls.has(id) ? [index] : [],
  );
  const linked = [...urls].map(([id, url]) => ({
    id,
    label: roles.find(({ role }) => role.link === id)?.role.company,
    url,
  }));
  if (kept.length < links.length || linked.length > 0) {
    draft.setItems(identityFile, ['companyLinks'], [...kept, ...linked]);
  }
  draft.edit('content/resume.md', (text) =>
    arrangeResume(
      text,
      roles.map(({ old, role }) => ({ was: old?.company, company: role.company })),
    ),
  );

  const claims = (draft.get(heroFile, ['claims']) ?? []) as {
    figure: string;
    unit: string;
    source: number;
  }[];
  const [newest] = roles;
  return claims.flatMap(({ figure, unit, source }, index) => {
    const old = timeline.find(({ from }) => from === source);
    if (!old) return [];
    const entry = roles.find((each) => each.old === old);
    draft.set(heroFile, ['claims', index, 'source'], (entry ?? newest)?.role.from ?? source);
    return entry ? [] : [`${figure} ${unit}`];
  });
};
