import type { Availability } from './schema/availability.ts';
import { site } from './site.ts';

/**
 * When you take first conversations: visitors book one of these times on the site. How long one takes is
 * `consultation` in `services.ts`. With `null` instead of all the fields, the booking page asks for two or
 * three times in a visitor's own words; with a booking service of your own, nothing of this is used.
 */
export const availability: Availability | null = {
  // Whose clock the hours are of.
  timeZone: site.timeZone,
  // A day that is not named has none. Hours past midnight are two entries, 22:00–24:00 and 00:00–02:00.
  weeklyHours: {
    monday: ['13:00–17:00'],
    tuesday: ['09:00–12:00', '13:00–17:00'],
    wednesday: ['09:00–12:00'],
    thursday: ['09:00–12:00', '13:00–17:00'],
  },
  // Minutes from one time that is offered to the next, counted from where the hours begin.
  step: 30,
  // Minutes that stay free on both sides of a conversation.
  buffers: { before: 5, after: 10 },
  // Hours from now to the first time that is offered, and days from today to the last. The page has room for
  // 1,000 times.
  shortestNotice: 24,
  horizon: 42,
  mostPerDay: 3,
  daysOff: ['2026-12-21 – 2027-01-01'],
};
