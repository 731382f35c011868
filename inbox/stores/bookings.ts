import { all, firstRefusal, type Sql, type SqlDriver, sql } from './sql.ts';
import type { BlockedTime, NewBooking, News, Store, TimeRefusal, WantedTime } from './store.ts';
import { columns, type Row, toBooking } from './submissions.ts';

/** Bookings that hold a time; `other` is a row of its own, so that one can look past it. */
const holders = sql`FROM submission AS other
  WHERE other.starts_at IS NOT NULL AND other.cancelled_at IS NULL`;

/** Whether a time can be had by a booking with the ID, or by a new one, whose ID is 0. */
const isFree = (time: WantedTime, id: number): Record<TimeRefusal, Sql> => ({
  taken: sql`NOT EXISTS (SELECT 1 ${holders} AND other.id <> ${id}
    AND other.blocked_until > ${time.blockedFrom} AND other.blocked_from < ${time.blockedUntil})`,
  dayFull: sql`(SELECT count(*) ${holders} AND other.id <> ${id}
    AND other.owner_day = ${time.ownerDay}) < ${time.mostPerDay}`,
});

/** Whether a mailbox or a network holds fewer than it may: times to come, and all that it booked since. */
const mayBook = (holder: Sql, { heldSince, receivedAt, mostHeld }: NewBooking): Sql =>
  sql`(SELECT count(*) FROM submission AS other WHERE ${holder}
    AND (other.received_at > ${heldSince}
      OR other.cancelled_at IS NULL AND other.blocked_until > ${receivedAt})) < ${mostHeld}`;

/** Makes the owner's delivery begin again, unless nobody gets one. The owner has seen what the owner did. */
const tell = (news: News, now: string): Sql =>
  news === 'none'
    ? sql`changed_at = ${now}`
    : sql`changed_at = ${now}, next_attempt_at = ${news === 'inbox' ? null : now}, attempts = 0,
        last_error = NULL, delivered_at = NULL, invitation_due = ${Number(news === 'both')},
        seen_at = ${news === 'both' ? sql`seen_at` : null}`;

export const bookingMethods = (driver: SqlDriver) => {
  const { read, write } = driver;
  return {
    async book(booking) {
      const { kind, receivedAt, fields, isToDeliver, time, mailbox, network, keyHash } = booking;
      const conditions = {
        known: sql`NOT EXISTS (SELECT 1 FROM submission WHERE key_hash = ${keyHash})`,
        ...isFree(time, 0),
        tooMany: mayBook(sql`other.mailbox = ${mailbox}`, booking),
        fromNetwork: mayBook(sql`other.network = ${network}`, booking),
      };
      // One statement, so that two processes cannot both find the time free.
      const insert = async () => {
        const [row] = await write<Row>(
          sql`INSERT INTO submission (kind, received_at, fields, next_attempt_at, starts_at,
                blocked_from, blocked_until, owner_day, mailbox, network, key_hash)
              SELECT ${kind}, ${receivedAt}, ${JSON.stringify(fields)},
                ${isToDeliver ? receivedAt : null}, ${time.start}, ${time.blockedFrom},
                ${time.blockedUntil}, ${time.ownerDay}, ${mailbox}, ${network}, ${keyHash}
              WHERE ${all(conditions)} RETURNING ${columns}`,
        );
        const booked = toBooking(row);
        return booked && ({ outcome: 'booked', booking: booked } as const);
      };
      const done = await insert();
      if (done) return done;
      const refusal = await firstRefusal(driver, conditions);
      // What was in the way may be cancelled since.
      return refusal ? { outcome: refusal } : ((await insert()) ?? { outcome: 'taken' });
    },

    async findBooking(keyHash) {
      return toBooking(
        (await read<Row>(sql`SELECT ${columns} FROM submission WHERE key_hash = ${keyHash}`))[0],
      );
    },

    async moveBooking({ id, time: { sequence } }, time, now, news) {
      const conditions = {
        changed: sql`EXISTS (SELECT 1 ${holders} AND other.id = ${id} AND other.sequence = ${sequence})`,
        ...isFree(time, id),
      };
      const [row] = await write<Row>(
        sql`UPDATE submission SET starts_at = ${time.start}, blocked_from = ${time.blockedFrom},
              blocked_until = ${time.blockedUntil}, owner_day = ${time.ownerDay},
              sequence = sequence + 1, ${tell(news, now)}
            WHERE id = ${id} AND ${all(conditions)} RETURNING ${columns}`,
      );
      const booking = toBooking(row);
      if (booking) return { outcome: 'moved', booking };
      return { outcome: (await firstRefusal(driver, conditions)) ?? 'changed' };
    },

    async cancelBooking({ id, time: { sequence } }, now, news) {
      const [row] = await write<Row>(
        sql`UPDATE submission SET cancelled_at = ${now}, sequence = sequence + 1, ${tell(news, now)}
            WHERE id = ${id} AND sequence = ${sequence}
              AND starts_at IS NOT NULL AND cancelled_at IS NULL RETURNING ${columns}`,
      );
      return toBooking(row);
    },

    blockedTimes: (since) =>
      read<BlockedTime>(
        sql`SELECT id, starts_at AS start, blocked_from AS blockedFrom,
              blocked_until AS blockedUntil, owner_day AS ownerDay
            ${holders} AND other.blocked_until > ${since}`,
      ),

    async networkKey(fresh) {
      const [row] = await write<{ key: string }>(
        sql`INSERT INTO network_key (id, key) VALUES (1, ${fresh})
            ON CONFLICT (id) DO UPDATE SET key = network_key.key RETURNING key`,
      );
      return row?.key ?? fresh;
    },

    async forgetNetworks(now) {
      await write(
        sql`UPDATE submission SET network = NULL
            WHERE network IS NOT NULL AND blocked_until <= ${now}`,
      );
      await write(
        sql`DELETE FROM network_key
            WHERE NOT EXISTS (SELECT 1 FROM submission WHERE network IS NOT NULL)`,
      );
    },
  } satisfies Partial<Store>;
};
