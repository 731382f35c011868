import { fill } from '#model/fill.ts';
import { otherService } from '#model/vocabulary.ts';
import type { Draft } from './draft.ts';
import {
  type Answers,
  findMistakeOf,
  type Judge,
  type Kind,
  linesKind,
  numberKind,
  type Question,
  textKind,
} from './question.ts';
import { freeId, slug } from './slug.ts';

const file = 'content/services.yaml';
/** That the schema takes. */
const most = 8;

const weeks: Kind = {
  form: 'whole numbers, such as 2–4',
  pattern: /^\d+(?: *[–-] *\d+)?$/,
  read: (answer) => {
    const [least, greatest = least] = answer.split(/[–-]/).map(Number);
    return [least, greatest];
  },
  show: (value) => (Array.isArray(value) ? value.join('–') : ''),
};

/** `per` is no code of a currency. */
const pricePattern = /^([Ff]rom )?(\d[\d, ]*(?:\.\d\d?)?)(?: (?![A-Z]{3}$)(\D.*))?$/;

const price: Kind = {
  form: 'an amount, such as 18000, from 18,000, or from 9500 a month',
  pattern: pricePattern,
  read: (answer) => {
    const [, from, amount = '', per] = pricePattern.exec(answer) ?? [];
    return {
      amount: Number(amount.replace(/[, ]/g, '')),
      ...(from && { isStarting: true }),
      ...(per && { per }),
    };
  },
  show: (value) => {
    if (!value) return '';
    const { amount, isStarting, per } = value as Record<string, unknown>;
    return [isStarting && 'from', amount, per].filter(Boolean).join(' ');
  },
};

/** Name of the question, field of the content, and what is asked. */
type Detail = readonly [name: string, key: string, ask: string, kind: Kind];

const duration: Kind = { ...textKind, form: 'such as 2–4 weeks' };

const details: readonly Detail[] = [
  ['title', 'title', 'Title', textKind],
  ['duration', 'duration', 'How long it takes, in words', duration],
  ['weeks', 'weeks', 'The same in weeks, for the scale of a year', weeks],
  ['minutes', 'consultation', 'Minutes of the first talk', numberKind],
  ['price', 'price', 'Price', price],
  ['summary', 'summary', 'Summary in one sentence', textKind],
  ['description', 'description', 'What you do, in some sentences', textKind],
  ['deliverables', 'deliverables', 'What the client gets', linesKind],
];

const keep = 'keep';
const change = 'change';
const remove = 'remove';
const choices = [keep, change, remove];
const choicesForm = 'keep, change or remove';

type Item = Record<string, unknown> & { id: string; title: string };
const itemsOf = (draft: Draft): Item[] => (draft.get(file, ['items']) ?? []) as Item[];

const nameOf = (number: number, detail?: string): string =>
  `service-${number}${detail ? `-${detail}` : ''}`;

/** Returns the questions about every service that is there, and about those that may be added. */
export const askServices = (draft: Draft, judge: Judge): Question[] => {
  const items = itemsOf(draft);
  const isLeft = (answers: Answers) =>
    items.filter((_, index) => answers.get(nameOf(index + 1)) !== remove).length;
  const hasAdded = (answers: Answers, number: number) =>
    Boolean(answers.get(nameOf(number, 'title')));

  const askDetail = (number: number, [name, key, ask, kind]: Detail): Question => {
    const index = Math.min(number - 1, items.length);
    const isNew = index === items.length;
    const isTitleOfNew = isNew && key === 'title';
    const added = number - items.length;
    return {
      name: nameOf(number, name),
      ask: isTitleOfNew ? 'Title of another service; Enter goes on without one' : ask,
      ...(kind.form && { form: kind.form }),
      present: kind.show(items[index]?.[key]),
      isOptional: (answers) => key === 'price' || (isTitleOfNew && isLeft(answers) + added > 1),
      isOpen: (answers) => {
        if (!isNew) return answers.get(nameOf(number)) === change;
        if (!isTitleOfNew) return hasAdded(answers, number);
        return (added === 1 || hasAdded(answers, number - 1)) && isLeft(answers) + added <= most;
      },
      suggest: (answers) =>
        key === 'description' ? (answers.get(nameOf(number, 'summary')) ?? '') : '',
      normalize: (answer) => kind.show(kind.read(answer)),
      findMistake: (answer, answers) =>
        findMistakeOf(kind, answer, (value) =>
          judge(file, ['items', index, key], value, (scratch) => {
            // So that the sentence names it.
            const given = answers.get(nameOf(number, 'title'));
            if (given) scratch.set(file, ['items', index, 'title'], given);
          }),
        ),
    };
  };

  return [
    ...items.flatMap((item, index): Question[] => [
      {
        name: nameOf(index + 1),
        ask: `Service “${item.title}”`,
        form: choicesForm,
        present: keep,
        findMistake: (answer) => (choices.includes(answer) ? null : `must be ${choicesForm}`),
      },
      ...details.map((detail) => askDetail(index + 1, detail)),
    ]),
    ...Array.from({ length: most }, (_, index) => items.length + index + 1).flatMap((number) =>
      details.map((detail) => askDetail(number, detail)),
    ),
  ];
};

/** Returns answers in which a service whose details are given as options is one to change. */
export const withChanges = (draft: Draft, answers: Answers): Answers =>
  new Map([
    ...itemsOf(draft).flatMap((_, index): [string, string][] =>
      details.some(([name]) => answers.has(nameOf(index + 1, name)))
        ? [[nameOf(index + 1), change]]
        : [],
    ),
    ...answers,
  ]);

/** @param answers of the open questions */
export const writeServices = (draft: Draft, answers: Answers): void => {
  const items = itemsOf(draft);
  const valuesOf = (number: number) =>
    Object.fromEntries(
      details.flatMap(([name, key, , kind]) => {
        const answer = answers.get(nameOf(number, name));
        return answer === undefined ? [] : [[key, answer ? kind.read(answer) : undefined]];
      }),
    );
  const ids = new Set([otherService, ...items.map(({ id }) => id)]);
  const language = String(draft.get('content/site.yaml', ['language']));
  const [template] = [language, language.split('-')[0]].flatMap((code) => {
    const path = ['messages', 'emailBodies', 'scheduleService'];
    return draft.get(`content/words/${code}.yaml`, path) ?? [];
  });
  /** What follows from a title. */
  const following = (text: string) => ({
    id: freeId(slug(text.slice(0, 50), 'service').slice(0, 55).replace(/-$/, ''), ids),
    message: fill(String(template), { service: text }),
  });

  const left = items.flatMap((item, index) => {
    const what = answers.get(nameOf(index + 1));
    if (what === remove) return [];
    if (what === change) {
      const values = valuesOf(index + 1);
      const isRenamed = values.title !== item.title;
      if (isRenamed) ids.delete(item.id);
      const all = { ...values, ...(isRenamed && following(String(values.title))) };
      for (const [key, value] of Object.entries(all)) draft.set(file, ['items', index, key], value);
    }
    return [index];
  });
  const added = Array.from({ length: most }, (_, index) => items.length + index + 1).flatMap(
    (number) => {
      const { title: text, ...values } = valuesOf(number);
      if (typeof text !== 'string') return [];
      const { id, message } = following(text);
      const given = Object.entries(values).filter(([, value]) => value !== undefined);
      return [{ id, title: text, ...Object.fromEntries(given), message }];
    },
  );
  if (left.length < items.length || added.length > 0) {
    draft.setItems(file, ['items'], [...left, ...added]);
  }
};
