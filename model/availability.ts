import { z } from 'zod';
import { readDays, readHours } from './hours.ts';
import { timeZone } from './schema.ts';
import { weekdays } from './vocabulary.ts';

/** That a page has room for: with these, it has less than 300 KB. */
export const mostTimes = 1000;

const minutesOfWeek = weekdays.length * 24 * 60;

const hoursOfDay = z
  .array(
    z.string().superRefine((written, context) => {
      const fail = (message: string) => context.addIssue({ code: 'custom', message });
      const hours = readHours(written);
      if (!hours) fail('must be hours such as 09:00–12:30 or 13:00–24:00');
      else if (hours.end <= hours.begin) {
        const [begin, end] = [written.slice(0, 5), written.slice(-5)];
        const hint =
          hours.end === 0
            ? '; the end of a day is 24:00'
            : `; hours past midnight are two entries, ${begin}–24:00 and 00:00–${end} of the next day`;
        fail(`must end after it begins${begin === end ? '' : hint}`);
      }
    }),
  )
  .superRefine((day, context) => {
    for (const [index, written] of day.entries()) {
      const hours = readHours(written);
      const other = day.slice(0, index).find((earlier) => {
        const { begin, end } = readHours(earlier) ?? { begin: 0, end: 0 };
        return hours && hours.begin < end && begin < hours.end;
      });
      if (other === undefined) continue;
      const message = `must not overlap ${other}, as ${written} does`;
      context.addIssue({ code: 'custom', path: [index], message });
    }
  });

type Week = Partial<Record<(typeof weekdays)[number], string[] | undefined>>;

/** What can be read of a week, in minutes from its begin. */
const entriesOf = (week: Week) =>
  weekdays.flatMap((day, dayIndex) =>
    (week[day] ?? []).flatMap((written, index) => {
      const { begin, end } = readHours(written) ?? { begin: 0, end: 0 };
      const midnight = dayIndex * 24 * 60;
      return begin < end ? { day, index, begin: midnight + begin, end: midnight + end } : [];
    }),
  );

/** Hours that leave no room for a conversation, also with those that adjoin; the first of such. */
const findTooShort = (week: Week, minutes: number) => {
  const entries = entriesOf(week);
  const hasRoom = ({ begin, end }: { begin: number; end: number }, wanted: number): boolean => {
    const left = wanted - (end - begin);
    const next = entries.find((other) => other.begin === end % minutesOfWeek);
    return left <= 0 || (next !== undefined && hasRoom(next, left));
  };
  const adjoins = (begin: number) => entries.some(({ end }) => end % minutesOfWeek === begin);
  return entries.filter((entry) => !adjoins(entry.begin) && !hasRoom(entry, minutes));
};

/** From today until the last day of the horizon, where that is most. */
const timesWithin = (week: Week, step: number, horizon: number): number => {
  const entries = entriesOf(week);
  const timesOn = weekdays.map((weekday) =>
    entries
      .filter(({ day }) => day === weekday)
      .reduce((sum, { begin, end }) => sum + Math.ceil((end - begin) / step), 0),
  );
  const from = weekdays.map((_, today) => {
    let sum = 0;
    for (let day = today; day <= today + horizon; day++) sum += timesOn[day % 7] ?? 0;
    return sum;
  });
  return Math.max(...from);
};

const daysOff = z.string().superRefine((written, context) => {
  const fail = (message: string) => context.addIssue({ code: 'custom', message });
  const days = readDays(written);
  if (!days) fail('must be a day such as 2026-12-24, or several, as 2026-12-24 – 2027-01-01');
  else if (days.last < days.first) fail('must end after it begins');
});

const whole = (unit: string, least: number, most: number) => {
  const error = `must be a whole number of ${unit}, ${least} to ${most}`;
  return z.int(error).min(least, error).max(most, error);
};

/** @param shortest minutes of a consultation */
export const availabilitySchema = (shortest: number) =>
  z
    .strictObject({
      timeZone,
      weeklyHours: z
        .strictObject(
          Object.fromEntries(weekdays.map((day) => [day, hoursOfDay])) as Record<
            (typeof weekdays)[number],
            typeof hoursOfDay
          >,
        )
        .partial()
        .refine(
          (week) => Object.values(week).some((day) => day && day.length > 0),
          'has no hours at all; without any, write null instead of all the fields',
        )
        .superRefine((week, context) => {
          const message = `must leave room for the shortest consultation, which takes ${shortest} minutes`;
          for (const { day, index } of findTooShort(week, shortest)) {
            context.addIssue({ code: 'custom', path: [day, index], message });
          }
        }),
      step: whole('minutes', 5, 240),
      buffers: z.strictObject({
        before: whole('minutes', 0, 240),
        after: whole('minutes', 0, 240),
      }),
      shortestNotice: whole('hours', 0, 720),
      horizon: whole('days', 2, 366),
      mostPerDay: whole('conversations', 1, 48),
      daysOff: z.array(daysOff),
    })
    .refine(({ shortestNotice, horizon }) => shortestNotice < horizon * 24, {
      path: ['shortestNotice'],
      error: 'must be less than the horizon, or no time is ever offered',
    })
    .superRefine(({ weeklyHours, step, horizon }, context) => {
      const times = timesWithin(weeklyHours, step, horizon);
      if (times <= mostTimes) return;
      const message = `is ${step}, which makes up to ${times} times of these hours and a horizon of ${horizon} days; the page has room for ${mostTimes}: make step larger, the horizon smaller or the hours fewer`;
      context.addIssue({ code: 'custom', path: ['step'], message });
    })
    .nullable();

export type Availability = NonNullable<z.infer<ReturnType<typeof availabilitySchema>>>;
