import { beforeEach } from 'vitest';
import { timeInWords } from '#booking/zones.ts';
import { site } from '#content/site.ts';
import type { Availability } from '#model/availability.ts';
import type { BookingOptions, FormBackendOptions } from '../backend.ts';
import { allOn, limitOf, setUpInbox } from './backend.ts';

export const availability: Availability = {
  timeZone: 'Europe/Berlin',
  weeklyHours: { tuesday: ['09:00–11:00'], thursday: ['09:00–10:00'] },
  ...{ step: 30, buffers: { before: 0, after: 15 }, mostPerDay: 2 },
  ...{ shortestNotice: 12, horizon: 10, daysOff: [] },
};

/** Returns a time in January, on a Tuesday unless the day is given. */
export const at = (time: string, day = '06'): string => `2026-01-${day}T${time}:00.000Z`;

/** Formats an instant like the pages: its date, its time, or both. */
export const say = (start: string, timeZone: string = availability.timeZone) => {
  const { date, time, zone, offset } = timeInWords(Date.parse(start), timeZone, site.language);
  return { date, time, long: `${date}, ${time}, ${zone} (${offset})` };
};

/** Returns the form of a visitor who wants a time. */
export const wish = (over: Record<string, string> = {}) => ({
  ...{ name: 'Ada', email: 'ada@example.com', company: 'Engines', message: 'Rings' },
  ...{ submission_id: 'one', time: at('08:00'), zone: 'Europe/Berlin' },
  ...over,
});

/** Returns the times that a page offers, and the choice of none. */
export const timesOn = (page: string) => allOn(page, /name="time" value="([^"]+)"/g);

/** Sets up an empty inbox before each test of a file, and backends with hours, on a Monday at 08:00 in Berlin. */
export const setUpBookings = () => {
  const { backend: create, postForm, inbox, ...others } = setUpInbox();
  const state = { now: '', woken: 0 };
  const lines: string[] = [];
  beforeEach(() => {
    Object.assign(state, { now: '2026-01-05T07:00:00.000Z', woken: 0 });
    lines.length = 0;
  });

  const backend = (booking: BookingOptions = {}, over: Partial<FormBackendOptions> = {}) =>
    create({
      log: (line) => lines.push(line.replace(/^.* {2}/, '')),
      outbox: { wake: () => state.woken++ },
      booking: { availability, ...booking },
      now: () => new Date(state.now),
      ...over,
    });
  /** Creates a backend whose limit refuses every submission. */
  const closed = () => backend({}, { rateLimit: limitOf(0) });

  const get = async (path: string, app = backend()) => {
    const response = await app.request(path);
    return { status: response.status, headers: response.headers, page: await response.text() };
  };
  const post = async (path: string, fields: Record<string, string>, app = backend()) => {
    const answer = await postForm(path, fields, app);
    return { ...answer, to: answer.headers.get('location') ?? '' };
  };
  const cancel = (booking: string, sequence: number, app = backend()) =>
    post(booking, { do: 'cancel', sequence: `${sequence}` }, app);
  const move = (booking: string, sequence: number, time: string, app = backend()) =>
    post(booking, { do: 'move', sequence: `${sequence}`, time }, app);

  return { ...others, inbox, state, lines, backend, closed, get, post, cancel, move };
};
