import { readNumber } from '#model/read-number.ts';
import { otherService } from '#model/vocabulary.ts';
import type { Draft } from './draft.ts';
import groups from './questions.json' with { type: 'json' };
import { idOf } from './slug.ts';

export type Question = (typeof questions)[number];

interface Kind {
  /** Parses an answer; if it cannot, it returns the text, which the schema refuses. */
  read?: (answer: string, old: unknown) => unknown;
  /** The value if there is no answer; if undefined, the field is removed. */
  none?: null | '';
  /** Whether to hide the answer while it is typed, and in the summary. */
  isSecret?: true;
}

const list = (answer: string) => answer.split(' / ').map((entry) => entry.trim());
const entries = (answer: string, old: unknown) =>
  Array.from(Array(Number(/^\d\d?$/.exec(answer))), (_, index) => Object(old)[index] ?? {});

const kinds: Record<string, Kind> = {
  list: { read: list },
  number: { read: readNumber },
  numbers: { read: (answer) => list(answer).map(readNumber) },
  price: { read: (answer) => ({ amount: readNumber(answer) }) },
  end: { read: readNumber, none: null },
  'yes or no': { read: (answer) => (/^(yes|no)$/i.test(answer) ? /^y/i.test(answer) : answer) },
  entries: { read: entries },
  variable: { none: '' },
  secret: { none: '', isSecret: true },
};

/** Formats a value as an answer; for a list of groups, the number of its entries. */
export const show = (item: unknown): string => {
  if (Array.isArray(item)) return item[0] instanceof Object ? `${item.length}` : item.join(' / ');
  if (typeof item === 'boolean') return item ? 'yes' : 'no';
  return String(Object(item).amount ?? item ?? '');
};

/** Whether a question applies after the earlier answers. Without hours, visitors suggest times themselves. */
export const isOpen = ({ at, hosts }: Question, { get }: Draft): boolean =>
  get(at.replace(/\.\w+$/, '')) !== undefined &&
  (!hosts || hosts.includes(String(get('env.PUBLISH_HOST') || 'machine'))) &&
  (!at.startsWith('availability.') || get('site.booking') === true);

/** Changes other fields that depend on a new answer. */
export const follow = ({ at }: Question, draft: Draft, answer: string, old: unknown): void => {
  // If the hours were in the same zone, they follow it.
  const zone = 'availability.timeZone';
  if (at === 'site.timeZone' && draft.get(zone) === old) draft.set(zone, answer);
  if (at.endsWith('.company')) draft.set(at.replace('company', 'link'), undefined);
  if (!at.endsWith('.title')) return;
  // The id of a service is its title in Latin letters, and no other service has it.
  let id = idOf(answer, 'service');
  draft.set(at.replace('title', 'id'), '');
  const items = [draft.get('services.items')].flat();
  const others = [otherService, ...items.map((item) => Object(item).id)];
  while (others.includes(id)) id += '-2';
  draft.set(at.replace('title', 'id'), id);
};

/**
 * The option, field or variable, and wording of each question, and its hosts, if it is only for some. N is
 * the number of an entry; fields count from 0.
 */
export const questions = groups.flatMap(({ entries, rows }) =>
  Array.from({ length: entries }, (_, index) =>
    rows.map(([name = '', at = '', ask = '', kind = '', hosts = '']) => {
      const count = (text: string) => text.replace(/\bN\b/, `${index + 1}`);
      const field = at.replace('[N]', `[${index}]`);
      return { ...kinds[kind], name: count(name), at: field, ask: count(ask), hosts };
    }),
  ).flat(),
);
