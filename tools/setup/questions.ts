import { weekdays } from '#model/vocabulary.ts';
import type { Draft } from './draft.ts';

interface More {
  /** Makes a value of an answer; one that it cannot read stays a text, which the schema refuses. */
  read?: (answer: string, old: unknown) => unknown;
  /** The value without an answer, where there may be none; undefined takes the field out. */
  none?: undefined | null | '';
  /** Whether the answers before it leave it open. */
  isOpen?: (draft: Draft) => boolean;
  /** Changes what follows from a new answer. */
  follow?: (draft: Draft, answer: string, at: string, old: unknown) => void;
  /** Is neither echoed nor shown. */
  isSecret?: true;
}

/** The option of the command, the field or variable that it is for, and what is asked. */
export type Question = readonly [name: string, at: string, ask: string, more?: More];

/** Returns a value as an answer: of a list of groups, how many there are. */
export const show = (item: unknown): string => {
  if (Array.isArray(item)) return item[0] instanceof Object ? `${item.length}` : item.join(' / ');
  if (typeof item === 'boolean') return item ? 'yes' : 'no';
  return String(Object(item).amount ?? item ?? '');
};
const number = (answer: string) => (/^\d+(?:\.\d+)?$/.test(answer) ? Number(answer) : answer);
const price = (answer: string) => ({ amount: number(answer) });
const yesOrNo = (answer: string) => (/^(?:yes|no)$/i.test(answer) ? /^y/i.test(answer) : answer);
const list = (answer: string) => answer.split(' / ').map((entry) => entry.trim());
const numbers = (answer: string) => list(answer).map(number);
const entries = (answer: string, old: unknown) => {
  const length = /^\d\d?$/.test(answer) ? Number(answer) : 0;
  return Array.from({ length }, (_, index) => Object(old)[index] ?? {});
};
const optional = { none: undefined };
const secret = { none: '', isSecret: true } as const;
/** Without their file, visitors name times in their own words. */
const hasHours = ({ get }: Draft) =>
  get('site.booking') === true && get('availability.step') != null;
const hours = { ...optional, read: list, isOpen: hasHours };

/** Another field takes the answer as well, if both were the same. */
const also = (other: string): More => ({
  follow: (draft, answer, _, old) => draft.get(other) === old && draft.set(other, answer),
});
/** The address of a service has its title. */
const nameService: More['follow'] = (draft, title, at) => {
  const latin = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, 50);
  const id = latin.match(/[a-z0-9]+/g)?.join('-') ?? '';
  draft.set(at.replace('title', 'id'), /^[a-z]/.test(id) ? id : `service-${at.match(/\d+/)}`);
};
const dropLink: More['follow'] = (draft, _, at) =>
  draft.set(at.replace('company', 'link'), undefined);

/** Returns the questions about each entry of a list, with its number for N. */
const forEach = (list: string, most: number, rows: readonly Question[]): Question[] =>
  Array.from({ length: most }, (_, index) => `${list}[${index}]`).flatMap((entry, index) =>
    rows.map(([name, field, ask, more]): Question => {
      const withNumber = (text: string) => text.replace('N', String(index + 1));
      const isOpen = (draft: Draft) => draft.get(entry) !== undefined;
      return [withNumber(name), `${entry}.${field}`, withNumber(ask), { ...more, isOpen }];
    }),
  );

/** In the order in which they are asked. To add one, add a row. */
export const questions: readonly Question[] = [
  ['firm', 'identity.firm', 'Name of your firm', also('expertise.timeline[0].company')],
  ['person', 'identity.person', 'Your name'],
  ['job-title', 'identity.jobTitle', 'What you are, in a few words'],
  ['email', 'identity.email', 'Email address for visitors'],
  ['phone', 'identity.phone', 'Phone number, such as +46 70 174 06 35'],
  ['city', 'identity.office.city', 'City of your office'],
  ['region', 'identity.office.region', 'State or region of your office', optional],
  ['country', 'identity.country', 'Country of your office, such as US'],
  ['answer-within', 'identity.answerWithin', 'How soon you answer, such as 24 hours'],
  ['language', 'site.language', 'Language of the site, such as en-US, de or pt'],
  ['currency', 'site.currency', 'Currency of your prices, such as USD or EUR'],
  ['time-zone', 'site.timeZone', 'Time zone, such as Europe/Rome', also('availability.timeZone')],
  ['booking', 'site.booking', 'Visitors book a first talk (yes or no)', { read: yesOrNo }],
  ...weekdays.map((day): Question => {
    const ask = `Hours to book (${day}), such as 09:00–12:00 / 13:00–17:00`;
    return [day, `availability.weeklyHours.${day}`, ask, hours];
  }),
  ['newsletter', 'site.newsletter', 'Visitors can get a newsletter (yes or no)', { read: yesOrNo }],
  ['headline', 'hero.headline', 'Headline, one to four sentences', { read: list }],
  ['lede', 'hero.lede', 'What you do for whom, below the headline'],
  ['services', 'services.items', 'How many services you offer', { read: entries }],
  ...forEach('services.items', 8, [
    ['service-N-title', 'title', 'Service N: title', { follow: nameService }],
    ['service-N-price', 'price', 'Service N: price, such as 18000', { read: price, ...optional }],
    ['service-N-duration', 'duration', 'Service N: how long it takes, in words'],
    ['service-N-weeks', 'weeks', 'Service N: weeks at least / at most', { read: numbers }],
    ['service-N-minutes', 'consultation', 'Service N: minutes of a first talk', { read: number }],
    ['service-N-summary', 'summary', 'Service N: what it is, in one sentence'],
    ['service-N-description', 'description', 'Service N: what you do, in some sentences'],
    ['service-N-deliverables', 'deliverables', 'Service N: what clients get', { read: list }],
    ['service-N-message', 'message', 'Service N: how a message about it begins'],
  ]),
  [
    'positions',
    'expertise.timeline',
    'How many positions you have had; the newest comes first',
    { read: entries },
  ],
  ...forEach('expertise.timeline', 20, [
    ['position-N-company', 'company', 'Position N: company', { follow: dropLink }],
    ['position-N-role', 'role', 'Position N: what you were'],
    ['position-N-from', 'from', 'Position N: first year', { read: number }],
    ['position-N-to', 'to', 'Position N: last year', { read: number, none: null }],
    ['position-N-text', 'text', 'Position N: what you did, in a sentence'],
  ]),
  ['site-url', 'env.SITE_URL', 'Address of the site, such as https://firm.com', { none: '' }],
  ['smtp-url', 'env.SMTP_URL', 'Mail server, such as smtps://user:password@host:465', secret],
  ['inbox-to', 'env.INBOX_TO', 'Who gets mail about what visitors write', { none: '' }],
];
