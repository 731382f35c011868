import { mailtoUrl } from '#enquiry/mailto.ts';
import { bookedTimeIn, bookedTitle, inShort, ownerZone } from '#inbox/kinds/booked-time.ts';
import { factsOf, senderOf, subjectOf } from '#inbox/kinds/facts.ts';
import { addressOf } from '#inbox/mailbox.ts';
import { printableLine } from '#inbox/printable.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { firstWords, wrapWords } from '#inbox/wrap.ts';
import { formatRows } from '../subcommands.ts';

/** Returns the age of a time, in one unit. */
const ageOf = (iso: string, now: Date): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
};

export const listHeading = '    ID  Age          From\n';

/** Such as `Friday, January 2, 2026, 3:04 AM (UTC)`, in the owner's zone. */
const timeOf = (iso: string): string => inShort(bookedTimeIn({ start: iso }, ownerZone));

const deliveryOf = ({ delivery }: Submission): string => {
  const { nextAttemptAt, deliveredAt, attempts, lastError } = delivery;
  if (nextAttemptAt !== null) {
    const why = printableLine(lastError ?? '');
    return `Not delivered yet, attempts: ${attempts}, next ${timeOf(nextAttemptAt)}. ${why}`;
  }
  if (deliveredAt !== null) return `Delivered ${timeOf(deliveredAt)}`;
  return 'Kept here only; no delivery was set up when it arrived';
};

/** Returns ID, age, state, name and firm; kind and first words; and the reason why it is not delivered. */
export const formatEntry = (submission: Submission, now: Date, width: number): string => {
  const { id, kind, time, fields, delivery, receivedAt, seenAt } = submission;
  const { name, email } = senderOf(submission);
  const from = [name || email, fields.company].filter(Boolean).join(', ');
  const age = ageOf(receivedAt, now).padEnd(6);
  const beginning = `${String(id).padStart(6)}  ${age}  ${seenAt ? '   ' : 'new'}  `;
  const booked = time && bookedTimeIn(time, ownerZone);
  const when = booked && `${bookedTitle(time)}, ${booked.date}, ${booked.time}`;
  const what = [kind, when, fields.message].filter(Boolean).join(': ');
  const failure = delivery.nextAttemptAt ? wrapWords(deliveryOf(submission), width - 8) : [];
  const lines = [firstWords(what, width - 8), ...failure].map((line) => `        ${line}\n`);
  return `${beginning}${firstWords(from, width - beginning.length)}\n${lines.join('')}`;
};

/** Formats a whole submission. */
export const formatMessage = (submission: Submission, now: Date, width: number): string => {
  const { id, kind, receivedAt } = submission;
  const to = addressOf(senderOf(submission).email);
  const rows = [
    ['ID', `${id}, ${kind}`],
    ['Received', `${timeOf(receivedAt)}, ${ageOf(receivedAt, now)} ago`],
    ...factsOf(submission).map(({ label, value }) => [label, value]),
    ['Delivery', deliveryOf(submission)],
    ['Reply', mailtoUrl({ to, subject: `Re: ${subjectOf(submission)}` })],
  ];
  return formatRows(rows, width);
};
