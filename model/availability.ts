import { z } from 'zod';
import { readDays, readHours } from './hours.ts';
import { groupOf, timeZone } from './schema.ts';
import { weekdays } from './vocabulary.ts';

/** The maximum number of times on a booking page, which keeps it below 300 KB. */
export const mostTimes = 1000;

const hours = z
  .string()
  .superRefine((written, context) => {
    const fail = (message: string) => context.addIssue({ code: 'custom', message });
    const read = readHours(written);
    if (!read) return fail('must be hours such as 09:00–12:30 or 13:00–24:00');
    if (read.begin < read.end) return;
    const [begin, end] = [written.slice(0, 5), written.slice(-5)];
    const hint =
      read.end === 0
        ? '; the end of a day is 24:00'
        : `; hours past midnight are two entries, ${begin}–24:00 and 00:00–${end} of the next day`;
    fail(`must end after it begins${begin === end ? '' : hint}`);
  })
  .meta({ title: 'Hours' });

const hoursOfDay = z.array(hours).superRefine((day, context) => {
  for (const [index, written] of day.entries()) {
    const { begin = 0, end = 0 } = readHours(written) ?? {};
    const other = day.slice(0, index).find((earlier) => {
      const before = readHours(earlier);
      return before && begin < before.end && before.begin < end;
    });
    if (other === undefined) continue;
    const message = `must not overlap ${other}, as ${written} does`;
    context.addIssue({ code: 'custom', path: [index], message });
  }
});

const week = groupOf(weekdays, hoursOfDay.describe('Such as 09:00–12:30')).partial();

const daysOff = z
  .string()
  .superRefine((written, context) => {
    const fail = (message: string) => context.addIssue({ code: 'custom', message });
    const days = readDays(written);
    if (!days) fail('must be a day (2026-12-24) or a range of days (2026-12-24 – 2027-01-01)');
    else if (days.last < days.first) fail('must end after it begins');
  })
  .meta({ title: 'Day off' });

const whole = (unit: string, least: number, most: number) => {
  const error = `must be a whole number of ${unit}, ${least} to ${most}`;
  return z.int(error).min(least, error).max(most, error);
};

export const availabilitySchema = z
  .strictObject({
    timeZone,
    weeklyHours: week.refine(
      (hoursOf) => weekdays.some((day) => hoursOf[day]?.length),
      'has no hours (in the file: to offer none, write null instead of all the fields)',
    ),
    step: whole('minutes', 5, 240),
    buffers: z.strictObject({ before: whole('minutes', 0, 240), after: whole('minutes', 0, 240) }),
    shortestNotice: whole('hours', 0, 720),
    horizon: whole('days', 2, 366),
    mostPerDay: whole('conversations', 1, 48),
    daysOff: z.array(daysOff).describe('Such as 2026-12-24 – 2027-01-01'),
    confirm: z.boolean('must be true or false').optional(),
  })
  .refine(({ shortestNotice, horizon }) => shortestNotice < horizon * 24, {
    path: ['shortestNotice'],
    error: 'must be less than the horizon, or no time is ever offered',
  })
  .superRefine(({ weeklyHours, step, horizon }, context) => {
    const perWeek = Object.values(weeklyHours)
      .flatMap((day) => day?.map(readHours) ?? [])
      .reduce((sum, range) => sum + (range ? Math.ceil((range.end - range.begin) / step) : 0), 0);
    const times = perWeek * Math.ceil((horizon + 1) / 7);
    if (times <= mostTimes) return;
    const message = `is ${step}, which makes up to ${times} times of these hours and a horizon of ${horizon} days; the page has room for ${mostTimes}: make step larger, the horizon smaller or the hours fewer`;
    context.addIssue({ code: 'custom', path: ['step'], message });
  })
  .nullable();

export type Availability = NonNullable<z.infer<typeof availabilitySchema>>;
