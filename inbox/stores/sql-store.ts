import type { StoredCalendar } from '#booking/calendars.ts';
import { otherLabel } from '#enquiry/counts.ts';
import { bookingMethods } from './bookings.ts';
import { deliveryMethods } from './deliveries.ts';
import { type SqlDriver, sql } from './sql.ts';
import type { Clock, Store, WeekCount } from './store.ts';
import { submissionMethods } from './submissions.ts';

/** Labels of an event and day beside `otherLabel`, so that nobody can fill the store. */
const labelsInADay = 100;

const countMethods = ({ read, write }: SqlDriver) =>
  ({
    async addCount(day, { event, label }) {
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

    // The Monday of a week is six days before its Sunday.
    weekCounts: (since) =>
      read<WeekCount>(
        sql`SELECT date(day, 'weekday 0', '-6 days') AS week, event, label, sum(count) AS count
          FROM event_count WHERE day >= ${since} GROUP BY 1, 2, 3
          UNION ALL
          SELECT date(received_at, 'weekday 0', '-6 days'), 'submission', kind, count(*)
          FROM submission WHERE received_at >= ${since} AND confirmation IS NULL GROUP BY 1, 3`,
      ),

    async eraseCounts(before) {
      const rows = await write(sql`DELETE FROM event_count WHERE day < ${before} RETURNING day`);
      return rows.length;
    },
  }) satisfies Partial<Store>;

const calendarMethods = ({ read, write }: SqlDriver): Store['calendars'] => ({
  async read(key) {
    const [row] = await read<{ stored: string }>(
      sql`SELECT stored FROM calendar WHERE key = ${key}`,
    );
    return row ? (JSON.parse(row.stored) as StoredCalendar) : null;
  },

  async write(key, stored) {
    await write(
      sql`INSERT INTO calendar (key, stored) VALUES (${key}, ${JSON.stringify(stored)})
          ON CONFLICT (key) DO UPDATE SET stored = excluded.stored`,
    );
  },

  async keepOnly(keys) {
    await write(
      sql`DELETE FROM calendar
          WHERE key NOT IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
    );
  },
});

const clockMethods = ({ read, write }: SqlDriver): Pick<Store, 'readClock' | 'writeClock'> => ({
  async readClock() {
    const [clock] = await read<Clock>(
      sql`SELECT seen_at AS seenAt, steady_since AS steadySince FROM clock`,
    );
    return clock ?? null;
  },

  async writeClock({ seenAt, steadySince }) {
    await write(
      sql`INSERT INTO clock (id, seen_at, steady_since) VALUES (1, ${seenAt}, ${steadySince})
          ON CONFLICT (id) DO UPDATE
          SET seen_at = excluded.seen_at, steady_since = excluded.steady_since`,
    );
  },
});

export const createSqlStore = (driver: SqlDriver): Store => ({
  ...submissionMethods(driver),
  ...bookingMethods(driver),
  ...deliveryMethods(driver),
  ...countMethods(driver),
  ...clockMethods(driver),
  calendars: calendarMethods(driver),
});
