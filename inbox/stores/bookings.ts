import { day, minute } from '#booking/interval.ts';
import { all, firstRefusal, type Sql, type SqlDriver, sql } from './sql.ts';
import type { BlockedTime, News, Store, TimeRefusal, WantedTime } from './store.ts';
import { columns, type Row, toBooking } from './submissions.ts';

/** Milliseconds for which a time is held until the visitor's address is confirmed. */
export const holdTime = 30 * minute;

/**
 * Times to come that a network or a confirmed mailbox may hold, with those booked within a day, also if
 * cancelled: each is a mail, and a time that nobody else can have.
 */
const mostHeld = 3;

const before = (now: string, milliseconds: number): string =>
  new Date(Date.parse(now) - milliseconds).toISOString();

/** Bookings that hold a time; `other` is a row of its own, so that one can look past it. */
const holders = (now: string) => sql`FROM submission AS other
  WHERE other.starts_at IS NOT NULL AND other.cancelled_at IS NULL
    AND (other.confirmation IS NULL OR other.received_at > ${before(now, holdTime)})`;

/** Whether no booking but the one with the ID holds a time in a span. */
const isUntaken = (from: Sql, until: Sql, id: number, now: string): Sql =>
  sql`NOT EXISTS (SELECT 1 ${holders(now)} AND other.id <> ${id}
    AND other.blocked_until > ${from} AND other.blocked_from < ${until})`;

/** Whether a time can be had by a booking with the ID, or by a new one, whose ID is 0. */
const isFree = (time: WantedTime, id: number, now: string): Record<TimeRefusal, Sql> => ({
  taken: isUntaken(sql`${time.blockedFrom}`, sql`${time.blockedUntil}`, id, now),
  dayFull: sql`(SELECT count(*) ${holders(now)} AND other.id <> ${id}
    AND other.owner_day = ${time.ownerDay}) < ${time.mostPerDay}`,
});

/** Whether somebody holds fewer than they may. */
const mayBook = (holder: Sql, now: string): Sql =>
  sql`(SELECT count(*) FROM submission AS other WHERE ${holder}
    AND (other.received_at > ${before(now, day)}
      OR other.cancelled_at IS NULL AND other.blocked_until > ${now})) < ${mostHeld}`;

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
      const { kind, receivedAt, fields, time, mailbox, network, keyHash, confirmation } = booking;
      const isHeld = confirmation !== null;
      const conditions = {
        known: sql`NOT EXISTS (SELECT 1 FROM submission WHERE key_hash = ${keyHash})`,
        ...isFree(time, 0, receivedAt),
        fromNetwork: mayBook(sql`other.network = ${network}`, receivedAt),
      };
      // One statement, so that two processes cannot both find the time free.
      const [row] = await write<Row>(
        sql`INSERT INTO submission (kind, received_at, fields, next_attempt_at, starts_at,
              blocked_from, blocked_until, owner_day, mailbox, network, key_hash, confirmation)
            SELECT ${kind}, ${receivedAt}, ${JSON.stringify(fields)},
              ${booking.isToDeliver && !isHeld ? receivedAt : null}, ${time.start},
              ${time.blockedFrom}, ${time.blockedUntil}, ${time.ownerDay}, ${mailbox}, ${network},
              ${keyHash}, ${confirmation}
            WHERE ${all(conditions)} RETURNING ${columns}`,
      );
      return toBooking(row) ?? (await firstRefusal(driver, conditions)) ?? 'taken';
    },

    async findBooking(keyHash) {
      return toBooking(
        (await read<Row>(sql`SELECT ${columns} FROM submission WHERE key_hash = ${keyHash}`))[0],
      );
    },

    async confirmBooking({ id }, code, now, isToDeliver) {
      const own = (column: Sql): Sql => sql`(SELECT ${column} FROM submission WHERE id = ${id})`;
      const conditions = {
        changed: sql`EXISTS (SELECT 1 ${holders(now)} AND other.id = ${id}
          AND other.confirmation = ${code} AND other.starts_at > ${now})`,
        // A process whose clock is ahead may have let the hold lapse, and booked the time.
        taken: isUntaken(own(sql`blocked_from`), own(sql`blocked_until`), id, now),
        tooMany: mayBook(
          sql`other.mailbox = ${own(sql`mailbox`)} AND other.confirmation IS NULL`,
          now,
        ),
      };
      // The mail so far was about the confirmation.
      const [row] = await write<Row>(
        sql`UPDATE submission SET confirmation = NULL, invited_sequence = NULL,
              next_attempt_at = ${isToDeliver ? now : null}
            WHERE id = ${id} AND ${all(conditions)} RETURNING ${columns}`,
      );
      return toBooking(row) ?? (await firstRefusal(driver, conditions)) ?? 'changed';
    },

    async moveBooking({ id, time: { sequence } }, time, now, news) {
      const conditions = {
        changed: sql`EXISTS (SELECT 1 ${holders(now)} AND other.id = ${id}
          AND other.sequence = ${sequence} AND other.confirmation IS NULL)`,
        ...isFree(time, id, now),
      };
      const [row] = await write<Row>(
        sql`UPDATE submission SET starts_at = ${time.start}, blocked_from = ${time.blockedFrom},
              blocked_until = ${time.blockedUntil}, owner_day = ${time.ownerDay},
              sequence = sequence + 1, ${tell(news, now)}
            WHERE id = ${id} AND ${all(conditions)} RETURNING ${columns}`,
      );
      return toBooking(row) ?? (await firstRefusal(driver, conditions)) ?? 'changed';
    },

    async cancelBooking({ id, time: { sequence, confirmation } }, now, news) {
      const [row] = await write<Row>(
        sql`UPDATE submission SET cancelled_at = ${now}, sequence = sequence + 1, ${tell(news, now)}
            WHERE id = ${id} AND sequence = ${sequence} AND confirmation IS ${confirmation}
              AND starts_at IS NOT NULL AND cancelled_at IS NULL RETURNING ${columns}`,
      );
      return toBooking(row);
    },

    blockedTimes: (since, now) =>
      read<BlockedTime>(
        sql`SELECT id, starts_at AS start, blocked_from AS blockedFrom,
              blocked_until AS blockedUntil, owner_day AS ownerDay
            ${holders(now)} AND other.blocked_until > ${since}`,
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
        sql`DELETE FROM submission
            WHERE confirmation IS NOT NULL AND received_at <= ${before(now, day)}`,
      );
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
