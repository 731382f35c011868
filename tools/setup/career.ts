import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { escapeMarkdown } from '#model/markdown.ts';
import { expertiseSchema } from '#model/schema.ts';
import type { Draft } from './draft.ts';
import { hostOf, slug } from './slug.ts';

// The career stands in three files that must agree: the timeline, the links to companies, the résumé.

type Role = (typeof expertise.timeline)[number];

export const positionForm = 'Company | Role | 2016–2023 | What you did | https://… (optional)';

const { timeline } = expertise;

/** The entry of the owner's own firm. */
export const currentRole = timeline.find(({ company }) => company === identity.firm);

export const earlierRoles = timeline.filter((role) => role !== currentRole);

const roleSchema = expertiseSchema.shape.timeline.element;

interface Position {
  role: Role;
  url: string | undefined;
}

/** Of a position as it is given. */
export const companyOf = (answer: string): string => answer.split('|')[0]?.trim() ?? '';

/** One that is there already is given by its company. @returns what is wrong, when it cannot be read */
export const readPosition = (answer: string): Position | string => {
  const present = earlierRoles.find(({ company }) => company === answer.trim());
  if (present) return { role: present, url: undefined };
  const [company = '', role, years = '', text, url, ...others] = answer
    .split('|')
    .map((part) => part.trim());
  const [, from, to] = /^(\d{4})\s*[–-]\s*(\d{4})$/.exec(years) ?? [];
  if (!role || !text || !from || !to || others.length > 0) return `must be like: ${positionForm}`;
  if (to < from || Number(to) > new Date().getFullYear())
    return `has years that cannot be: ${years}`;
  if (url && !(url.startsWith('https://') && URL.canParse(url))) {
    return 'must end with a web address beginning with https://, or without one';
  }
  const link = url ? { link: slug(company, hostOf(url)) } : {};
  const parsed = roleSchema.safeParse({
    from: Number(from),
    to: Number(to),
    role,
    company,
    ...link,
    text,
  });
  return parsed.success
    ? { role: parsed.data, url: url || undefined }
    : `must be like: ${positionForm}`;
};

const unescapeMarkdown = (text: string): string => text.replace(/\\(?=[!-/:-@[-`{-~])/g, '');

const blockStart = /^:::role\[(.*)\]/gm;
const blockEnd = /^:::\r?(?:\n\r?\n|\n|$)/m;

/** The résumé's blocks in the order of the roles, each with what follows it; new ones are empty. */
const arrangeResume = (
  text: string,
  roles: readonly { was: string; company: string }[],
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
  firm: string;
  since: number | null;
  positions: readonly Position[];
}

/** @returns the claims whose role is gone, which now name the newest that is left */
export const writeCareer = (draft: Draft, { firm, since, positions }: Career): string[] => {
  const given = positions.map(({ role }) => role);
  const added = given.filter((role) => !timeline.includes(role));
  const kept = timeline.filter((role) => role === currentRole || given.includes(role));
  const gone = timeline.filter((role) => !kept.includes(role));
  const roles = added.length > 0 ? [...kept, ...added].toSorted(newestFirst) : kept;
  const startedIn = since ?? currentRole?.from;

  if (currentRole) {
    const path = ['timeline', timeline.indexOf(currentRole)];
    draft.set('content/expertise.ts', [...path, 'company'], firm);
    draft.set('content/expertise.ts', [...path, 'from'], startedIn);
  }
  if (added.length > 0 || gone.length > 0) {
    const items = roles.map((role) => (added.includes(role) ? role : timeline.indexOf(role)));
    draft.setItems('content/expertise.ts', ['timeline'], items);
    const isUnused = (id: string) =>
      gone.some(({ link }) => link === id) && !kept.some(({ link }) => link === id);
    const links = identity.companyLinks.flatMap(({ id }, index) => (isUnused(id) ? [] : [index]));
    const addedLinks = positions.flatMap(({ role: { company, link }, url }) =>
      link && url ? [{ id: link, label: company, url }] : [],
    );
    draft.setItems('content/identity.ts', ['companyLinks'], [...links, ...addedLinks]);
  }
  if (added.length > 0 || gone.length > 0 || firm !== currentRole?.company) {
    const companies = roles.map((role) => ({
      was: role.company,
      company: role === currentRole ? firm : role.company,
    }));
    draft.edit('content/resume.md', (text) => arrangeResume(text, companies));
  }

  const [newest] = roles;
  const yearOf = (role?: Role) => (role === currentRole ? startedIn : role?.from);
  return hero.claims.flatMap(({ figure, unit, source }, index) => {
    const role = timeline.find(({ from }) => from === source);
    if (!role) return [];
    const isGone = gone.includes(role);
    const year = yearOf(isGone ? newest : role);
    if (year !== undefined) draft.set('content/hero.ts', ['claims', index, 'source'], year);
    return isGone ? [`${figure} ${unit}`] : [];
  });
};
