import { z } from 'astro/zod';
import { readDays, readHours } from './hours.ts';
import { timeZone } from './schema.ts';
import { weekdays } from './vocabulary.ts';

const hoursOfDay = z
  .array(
    z.string().superRefine((written, context) => {
      const fail = (message: string) => context.addIssue({ code: 'custom', message });
      const hours = readHours(written);
      if (!hours) fail('must be hours such as 09:00–12:30 or 13:00–24:00');
      else if (hours.end <= hours.begin) fail('must end after it begins');
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

export const availabilitySchema = z
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
      ),
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
  .nullable();

export type Availability = NonNullable<z.infer<typeof availabilitySchema>>;
