import { mailtoUrl } from '#enquiry/mailto.ts';
import { bookedTimeIn, bookedTitle, ownerZone } from '#inbox/kinds/booked-time.ts';
import { factsOf } from '#inbox/kinds/facts.ts';
import { kinds } from '#inbox/kinds/index.ts';
import { subjectOf } from '#inbox/kinds/subject.ts';
import { localTimeWithZone } from '#inbox/local-time.ts';
import { printable, printableLine } from '#inbox/printable.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { firstWords, widthOf, wrapWords } from '#inbox/wrap.ts';

export type Pages = AsyncIterable<readonly Submission[]>;

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long ago, in one unit: minutes up to an hour, then hours, days, months, years. */
export const ageOf = (iso: string, now: Date): string => {
  const past = Math.max(0, now.getTime() - Date.parse(iso));
  const units = [
    ['min', minute, 60 * minute],
    ['h', 60 * minute, 2 * day],
    ['d', day, 60 * day],
    ['mo', 30 * day, 730 * day],
    ['y', 365 * day, Number.POSITIVE_INFINITY],
  ] as const;
  const [unit, length] = units.find(([, , limit]) => past < limit) ?? units[4];
  return `${Math.floor(past / length)} ${unit}`;
};

const stateOf = ({ answeredAt, seenAt }: Submission): string =>
  answeredAt !== null ? 'answered' : seenAt === null ? 'new' : '';

const start = (id: string, age: string, state: string): string =>
  `${id.padStart(6)}  ${age.padEnd(6)}  ${state.padEnd(8)}  `;

const whoOf = ({ kind, fields }: Submission): string => {
  const { name, email } = kinds[kind].sender(fields);
  return [name || email, fields.company].filter(Boolean).join(', ');
};

/** ID, age, state, name and firm, in one line; an address that is too wide for it has another. */
export const formatLine = (submission: Submission, now: Date, width: number): string => {
  const { id, receivedAt } = submission;
  const beginning = start(String(id), ageOf(receivedAt, now), stateOf(submission));
  const room = width - beginning.length;
  const who = whoOf(submission);
  const isTooWide = who.length > room && /^[^\s,]*$/.test(who.slice(0, room + 1));
  return isTooWide
    ? `${beginning.trimEnd()}\n  ${firstWords(who, width - 2)}`
    : beginning + firstWords(who, room);
};

const failureOf = ({ delivery }: Submission): string => {
  const { attempts, lastError } = delivery;
  if (attempts === 0) return 'not tried yet';
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  return `${times}: ${printableLine(lastError ?? 'the last one was interrupted')}`;
};

/** Such as `booking: Booked, Tuesday, November 24, 2026, 9:00 AM`. */
const whatOf = ({ kind, time: booked }: Submission): string => {
  if (booked === null) return kind;
  const { date, time } = bookedTimeIn(booked, ownerZone);
  return `${kind}: ${bookedTitle(booked)}, ${date}, ${time}`;
};

/** Two lines for each: the one above, then kind and first words; a third says why it is undelivered. */
export const formatList = async function* (
  pages: Pages,
  now: Date,
  width: number,
): AsyncGenerator<string> {
  const indentation = start('', '', '');
  const room = width - indentation.length;
  let isFirst = true;
  for await (const page of pages) {
    const lines = page.flatMap((submission) => {
      const { fields, delivery } = submission;
      const what = whatOf(submission);
      const words = fields.message ? `${what}: ${fields.message}` : what;
      return [
        formatLine(submission, now, width),
        indentation + firstWords(words, room),
        ...(delivery.nextAttemptAt === null
          ? []
          : wrapWords(`Not delivered yet, ${failureOf(submission)}`, room).map(
              (line) => indentation + line,
            )),
      ];
    });
    yield `${[...(isFirst ? [start('ID', 'Age', 'State').concat('From')] : []), ...lines].join('\n')}\n`;
    isFirst = false;
  }
};

const replyLink = (submission: Submission): string => {
  const { email } = kinds[submission.kind].sender(submission.fields);
  return mailtoUrl({ to: email.trim(), subject: `Re: ${subjectOf(submission)}` });
};

const deliveryOf = (submission: Submission): string => {
  const { nextAttemptAt, deliveredAt } = submission.delivery;
  if (deliveredAt !== null) return `Delivered ${localTimeWithZone(deliveredAt)}`;
  if (nextAttemptAt === null) return 'Kept here only; no delivery was set up when it came';
  return `Not delivered yet, ${failureOf(submission)}; next attempt ${localTimeWithZone(nextAttemptAt)}`;
};

/** One submission whole, wrapped to the width. */
export const formatMessage = (submission: Submission, now: Date, width: number): string => {
  const { id, kind, receivedAt, answeredAt } = submission;
  const rows = [
    ['ID', `${id}, ${kind}`],
    ['Received', `${localTimeWithZone(receivedAt)}, ${ageOf(receivedAt, now)} ago`],
    ...factsOf(submission).map(({ label, value }) => [label, value]),
    ['Delivery', deliveryOf(submission)],
    [
      'Answered',
      answeredAt === null ? `No; --answered ${id} marks it` : localTimeWithZone(answeredAt),
    ],
    ['Reply', replyLink(submission)],
  ] as const;
  const column = Math.max(...rows.map(([label = '']) => widthOf(label))) + 2;
  return rows
    .map(([label = '', value = '']) => {
      const beginning = label + ' '.repeat(column - widthOf(label));
      if (!value.includes('\n') && column + widthOf(value) <= width)
        return `${beginning}${value}\n`;
      const lines = wrapWords(value, width - 2).map((line) => (line === '' ? '' : `  ${line}`));
      return `${label}\n${lines.join('\n')}\n`;
    })
    .join('');
};

/** An array with a line for each; control and bidi characters are escaped, and mean the same. */
export const formatJson = async function* (pages: Pages): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    const entries = page.map(({ id, kind, receivedAt, fields, time, delivery, answeredAt }) =>
      printable(
        JSON.stringify({
          id,
          kind,
          receivedAt,
          ...fields,
          ...(time && { time }),
          delivery,
          answeredAt,
        }),
      ),
    );
    yield separator + entries.join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
};

const csvFields = [
  ...new Set(Object.values(kinds).flatMap(({ fields }) => fields.map(({ name }) => name))),
];

/** Before the first character that is seen: spreadsheets drop some of these, LibreOffice NUL. */
const unseen = /^[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]+/u;

/**
 * RFC 4180, all quoted, since spreadsheets take other separators, too; an apostrophe before what
 * spreadsheets take for a formula (OWASP, CSV injection), in whatever width it is written.
 */
const csvCell = (value: string): string => {
  const sign = value.replace(unseen, '').charAt(0).normalize('NFKC');
  const defused = '=+-−@'.includes(sign || ' ') ? `'${value}` : value;
  return `"${defused.replaceAll('"', '""')}"`;
};

export const csvRow = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** Spreadsheets take a file without it for one of their own encoding. */
export const csvMark = '\ufeff';

/** In columns of their own: all fields of all kinds. In the last: those that this version does not know. */
export const formatCsv = async function* (
  pages: Pages,
  show: (text: string) => string = (text) => text,
): AsyncGenerator<string> {
  yield `${csvMark}${csvRow(['id', 'kind', 'receivedAt', 'answeredAt', ...csvFields, 'time', 'cancelledAt', 'otherFields'])}`;
  for await (const page of pages) {
    const rows = page.map(({ id, kind, receivedAt, answeredAt, fields, time }) => {
      const others = Object.entries(fields).filter(([name]) => !csvFields.includes(name));
      return csvRow([
        ...[String(id), kind, receivedAt, answeredAt ?? ''],
        ...csvFields.map((name) => show(fields[name] ?? '')),
        ...[time?.start ?? '', time?.cancelledAt ?? ''],
        others.length === 0 ? '' : show(JSON.stringify(Object.fromEntries(others))),
      ]);
    });
    yield rows.join('');
  }
};
