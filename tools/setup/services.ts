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
import { slug } from './slug.ts';

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

const pricePattern = /^(from )?(\d[\d, ]*(?:\.\d\d?)?)(?: (\D.*))?$/i;

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

interface Detail {
  name: string;
  /** In the content. */
  key: string;
  ask: string;
  kind: Kind;
  isOptional?: boolean;
}

const title: Detail = { name: 'title', key: 'title', ask: 'Title', kind: textKind };

const details: readonly Detail[] = [
  title,
  {
    name: 'duration',
    key: 'duration',
    ask: 'How long it takes, in words',
    kind: { ...textKind, form: 'such as 2–4 weeks' },
  },
  { name: 'weeks', key: 'weeks', ask: 'The same in weeks, for the scale of a year', kind: weeks },
  { name: 'minutes', key: 'consultation', ask: 'Minutes of the first talk', kind: numberKind },
  { name: 'price', key: 'price', ask: 'Price', kind: price, isOptional: true },
  { name: 'summary', key: 'summary', ask: 'Summary in one sentence', kind: textKind },
  {
    name: 'description',
    key: 'description',
    ask: 'What you do, in some sentences',
    kind: textKind,
  },
  { name: 'deliverables', key: 'deliverables', ask: 'What the client gets', kind: linesKind },
];

const keep = 'keep';
const change = 'change';
const remove = 'remove';
const choices = [keep, change, remove];
const choicesForm = 'keep, change or remove';

type Item = Record<string, unknown> & { id: string; title: string };
const itemsOf = (draft: Draft): Item[] => (draft.get(file, ['items']) ?? []) as Item[];

const nameOf = (number: number, detail?: Detail): string =>
  `service-${number}${detail ? `-${detail.name}` : ''}`;

/** Returns the questions about every service that is there, and about those that may be added. */
export const askServices = (draft: Draft, judge: Judge): Question[] => {
  const items = itemsOf(draft);
  const isLeft = (answers: Answers) =>
    items.filter((_, index) => answers.get(nameOf(index + 1)) !== remove).length;
  const hasAdded = (answers: Answers, number: number) =>
    Boolean(answers.get(nameOf(number, title)));

  const askDetail = (number: number, detail: Detail): Question => {
    const { key, kind } = detail;
    const index = Math.min(number - 1, items.length);
    const isNew = index === items.length;
    const isTitleOfNew = isNew && detail === title;
    const added = number - items.length;
    return {
      name: nameOf(number, detail),
      ask: isTitleOfNew ? 'Title of another service; Enter goes on without one' : detail.ask,
      ...(kind.form && { form: kind.form }),
      present: kind.show(items[index]?.[key]),
      isOptional: (answers) => detail.isOptional || (isTitleOfNew && isLeft(answers) + added > 1),
      isOpen: (answers) => {
        if (!isNew) return answers.get(nameOf(number)) === change;
        if (!isTitleOfNew) return hasAdded(answers, number);
        return (added === 1 || hasAdded(answers, number - 1)) && isLeft(answers) + added <= most;
      },
      suggest: (answers) =>
        key === 'description' ? (answers.get(`service-${number}-summary`) ?? '') : '',
      normalize: (answer) => kind.show(kind.read(answer)),
      findMistake: (answer, answers) =>
        findMistakeOf(kind, answer, (value) =>
          judge(file, ['items', index, key], value, (scratch) => {
            // So that the sentence names it.
            const given = answers.get(nameOf(number, title));
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
      details.some((detail) => answers.has(nameOf(index + 1, detail)))
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
      details.flatMap((detail) => {
        const answer = answers.get(nameOf(number, detail));
        if (answer === undefined) return [];
        return [[detail.key, answer === '' ? undefined : detail.kind.read(answer)]];
      }),
    );
  const ids = new Set([otherService, ...items.map(({ id }) => id)]);
  const idFor = (text: string): string => {
    const id = slug(text.slice(0, 50), 'service').slice(0, 55).replace(/-$/, '');
    const free = [id, ...Array.from({ length: most }, (_, index) => `${id}-${index + 2}`)];
    const unused = free.find((each) => !ids.has(each)) ?? id;
    ids.add(unused);
    return unused;
  };
  /** What follows from a title. */
  const following = (text: string) => {
    const template = draft.load().content?.messages.emailBodies.scheduleService ?? '{service}';
    return { id: idFor(text), message: fill(template, { service: text }) };
  };

  const left = items.flatMap((item, index) => {
    const what = answers.get(nameOf(index + 1));
    if (what === remove) return [];
    if (what === change) {
      const values = valuesOf(index + 1);
      const isRenamed = values.title !== item.title;
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
