import type { CalendarCache, StoredCalendar } from '#booking/calendars.ts';
import { type Counted, otherLabel } from '#enquiry/counts.ts';
import { bookingMethods } from './bookings.ts';
import { deliveryMethods } from './deliveries.ts';
import { type SqlDriver, sql } from './sql.ts';
import type { Clock, WeekCount } from './store.ts';
import { submissionMethods } from './submissions.ts';

/** The maximum number of labels of an event and day beside `otherLabel`, so that nobody can fill the store. */
const labelsInADay = 100;

const countMethods = ({ read, write }: SqlDriver) => ({
  /** Adds one to a count. Beyond `labelsInADay`, the label is `otherLabel`. @param day such as 2026-01-02 (UTC) */
  async addCount(day: string, { event, label }: Counted): Promise<void> {
    // One statement, so that two processes cannot both find room for the last label.
    await write(
      sql`WITH new (day, event, label) AS (VALUES (${day}, ${event}, ${label}))
        INSERT INTO event_count (day, event, label, count)
        SELECT day, event,
          iif((SELECT count(*) FROM event_count AS old WHERE old.day = new.day
               AND old.event = new.event AND old.label NOT IN (new.label, ${otherLabel}))
              < ${labelsInADay}, label, ${otherLabel}), 1
        FROM new WHERE TRUE
        ON CONFLICT (day, event, label) DO UPDATE SET count = count + 1`,
      false,
    );
  },

  /** @param since the first day, a Monday, because weeks are not divided */
  weekCounts: (since: string): Promise<WeekCount[]> =>
    // The Monday of a week is six days before its Sunday.
    read(
      sql`SELECT date(day, 'weekday 0', '-6 days') AS week, event, label, sum(count) AS count
        FROM event_count WHERE day >= ${since} GROUP BY 1, 2, 3
        UNION ALL
        SELECT date(received_at, 'weekday 0', '-6 days'), 'submission', kind, count(*)
        FROM submission WHERE received_at >= ${since} AND confirmation IS NULL GROUP BY 1, 3`,
    ),

  /** Erases the counts before a day. @returns the number of rows */
  async eraseCounts(before: string): Promise<number> {
    const rows = await write(sql`DELETE FROM event_count WHERE day < ${before} RETURNING day`);
    return rows.length;
  },
});

const calendarMethods = ({ read, write }: SqlDriver): CalendarCache => ({
  async read(key) {
    const [row] = await read<{ stored: string }>(
      sql`SELECT stored FROM calendar WHERE key = ${key}`,
    );
    return row ? (JSON.parse(row.stored) as StoredCalendar) : null;
  },

  async write(key, stored) {
    const text = JSON.stringify(stored);
    await write(sql`INSERT OR REPLACE INTO calendar (key, stored) VALUES (${key}, ${text})`);
  },

  async keepOnly(keys) {
    await write(
      sql`DELETE FROM calendar
          WHERE key NOT IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
    );
  },
});

const clockMethods = ({ read, write }: SqlDriver) => ({
  /** Returns null before the first reading. */
  async readClock(): Promise<Clock | null> {
    const [clock] = await read<Clock>(
      sql`SELECT seen_at AS seenAt, steady_since AS steadySince FROM clock`,
    );
    return clock ?? null;
  },

  async writeClock({ seenAt, steadySince }: Clock): Promise<void> {
    await write(
      sql`INSERT OR REPLACE INTO clock (id, seen_at, steady_since)
          VALUES (1, ${seenAt}, ${steadySince})`,
    );
  },
});

export const createSqlStore = (driver: SqlDriver) => ({
  ...submissionMethods(driver),
  ...bookingMethods(driver),
  ...deliveryMethods(driver),
  ...countMethods(driver),
  ...clockMethods(driver),
  calendars: calendarMethods(driver),
});

/** The store. Each method rejects if the store cannot be used. */
export type Store = ReturnType<typeof createSqlStore>;
