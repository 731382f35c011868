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

/** How long ago, in one unit. */
const ageOf = (iso: string, now: Date): string => {
  const hours = Math.max(0, now.getTime() - Date.parse(iso)) / 3_600_000;
  if (hours < 1) return `${Math.floor(hours * 60)} min`;
  if (hours < 48) return `${Math.floor(hours)} h`;
  const days = Math.floor(hours / 24);
  return days < 730 ? `${days} d` : `${Math.floor(days / 365)} y`;
};

const stateOf = ({ answeredAt, seenAt }: Submission): string =>
  answeredAt !== null ? 'answered' : seenAt === null ? 'new' : '';

/** ID, age, state, name and firm, in one line; an address that is too wide for it has another. */
export const formatLine = (submission: Submission, now: Date, width: number): string => {
  const { id, kind, fields, receivedAt } = submission;
  const age = ageOf(receivedAt, now).padEnd(6);
  const beginning = `${String(id).padStart(6)}  ${age}  ${stateOf(submission).padEnd(8)}  `;
  const room = width - beginning.length;
  const { name, email } = kinds[kind].sender(fields);
  const who = [name || email, fields.company].filter(Boolean).join(', ');
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

/** Such as `booking: Booked, Tuesday, November 24, 2026, 9:00 AM: Next week?` */
const whatOf = ({ kind, time: booked, fields }: Submission): string => {
  const { date, time } = booked ? bookedTimeIn(booked, ownerZone) : { date: '', time: '' };
  const when = booked && `${bookedTitle(booked)}, ${date}, ${time}`;
  return [kind, when, fields.message].filter(Boolean).join(': ');
};

/** Two lines for each: the one above, then kind and first words; others say why it is undelivered. */
export const formatList = async function* (
  pages: Pages,
  now: Date,
  width: number,
): AsyncGenerator<string> {
  const heading = '    ID  Age     State     From\n';
  const indentation = ' '.repeat(width < 60 ? 8 : heading.indexOf('From'));
  const room = width - indentation.length;
  let isFirst = true;
  for await (const page of pages) {
    const lines = page.flatMap((submission) => {
      const failure = `Not delivered yet, ${failureOf(submission)}`;
      return [
        formatLine(submission, now, width),
        indentation + firstWords(whatOf(submission), room),
        ...(submission.delivery.nextAttemptAt === null ? [] : wrapWords(failure, room)).map(
          (line) => indentation + line,
        ),
      ];
    });
    yield `${isFirst ? heading : ''}${lines.join('\n')}\n`;
    isFirst = false;
  }
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
  const to = kinds[kind].sender(submission.fields).email.trim();
  const rows = [
    ['ID', `${id}, ${kind}`],
    ['Received', `${localTimeWithZone(receivedAt)}, ${ageOf(receivedAt, now)} ago`],
    ...factsOf(submission).map(({ label, value }) => [label, value]),
    ['Delivery', deliveryOf(submission)],
    ['Answered', answeredAt === null ? 'No' : localTimeWithZone(answeredAt)],
    ['Reply', mailtoUrl({ to, subject: `Re: ${subjectOf(submission)}` })],
  ] as const;
  const column = Math.max(...rows.map(([label = '']) => widthOf(label))) + 2;
  return rows
    .map(([label = '', value = '']) => {
      const beginning = label + ' '.repeat(column - widthOf(label));
      if (!value.includes('\n') && column + widthOf(value) <= width) {
        return `${beginning}${value}\n`;
      }
      const lines = wrapWords(value, width - 2).map((line) => `  ${line}`.trimEnd());
      return `${label}\n${lines.join('\n')}\n`;
    })
    .join('');
};

/** An array with a line for each; control and bidi characters are escaped, and mean the same. */
export const formatJson = async function* (pages: Pages): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    const entries = page.map(({ id, kind, receivedAt, fields, time, delivery, answeredAt }) => {
      const all = { id, kind, receivedAt, ...fields, ...(time && { time }), delivery, answeredAt };
      return printable(JSON.stringify(all));
    });
    yield separator + entries.join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
};

const csvFields = [
  ...new Set(Object.values(kinds).flatMap(({ fields }) => fields.map(({ name }) => name))),
];

/** Before the first character that is seen: spreadsheets drop some of these. */
const unseen = /^[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]+/u;

/**
 * RFC 4180, all quoted, since spreadsheets take other separators, too; an apostrophe before what
 * spreadsheets take for a formula (OWASP, CSV injection), in whatever width it is written.
 */
const csvCell = (value: string): string => {
  const sign = value.replace(unseen, '').charAt(0).normalize('NFKC');
  const defused = '=+-−@'.includes(sign || ' ') ? `'${value}` : value;
  return `"${printable(defused).replaceAll('"', '""')}"`;
};

export const csvRow = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** Spreadsheets take a file without it for one of their own encoding. */
export const csvMark = '\ufeff';

/** In columns of their own: all fields of all kinds. In the last: those that this version does not know. */
export const formatCsv = async function* (pages: Pages): AsyncGenerator<string> {
  yield `${csvMark}${csvRow(['id', 'kind', 'receivedAt', 'answeredAt', ...csvFields, 'time', 'cancelledAt', 'otherFields'])}`;
  for await (const page of pages) {
    const rows = page.map(({ id, kind, receivedAt, answeredAt, fields, time }) => {
      const others = Object.entries(fields).filter(([name]) => !csvFields.includes(name));
      return csvRow([
        ...[String(id), kind, receivedAt, answeredAt ?? ''],
        ...csvFields.map((name) => fields[name] ?? ''),
        ...[time?.start ?? '', time?.cancelledAt ?? ''],
        others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others)),
      ]);
    });
    yield rows.join('');
  }
};
