import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { busyTimes } from './busy.ts';

/** A calendar as a program wrote it, nearly all after public bug reports. */
interface Case {
  file: string;
  timeZone: string;
  start: string;
  end: string;
  /** Intervals of ISO 8601. */
  expected: readonly string[];
  symptom: string;
  ownerEmail?: string;
}

const folder = new URL('./fixtures/calendars/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
const cases = JSON.parse(read('expected.json')) as Case[];

test.each(cases)('$file: $symptom', ({ file, start, end, expected, ...options }) => {
  const range = { start: Date.parse(start), end: Date.parse(end) };
  const { busy } = busyTimes(read(file), { ...range, ...options });
  const iso = (instant: number) => new Date(instant).toISOString().replace('.000', '');
  expect(busy.map((each) => `${iso(each.start)}/${iso(each.end)}`)).toEqual(expected);
});
