import { day, minute } from '#booking/interval.ts';
import { all, firstRefusal, type Sql, type SqlDriver, sql } from './sql.ts';
import type {
  BlockedTime,
  Booking,
  BookingRefusal,
  NewBooking,
  News,
  TimeRefusal,
  WantedTime,
} from './store.ts';
import { columns, newPublicId, type Row, toBooking } from './submissions.ts';

/** Milliseconds for which a time is held while the visitor's address is unconfirmed. */
export const holdTime = 30 * minute;

/**
 * The maximum number of times of a network or a confirmed mailbox: future ones, and those booked within the
 * last day, even if cancelled. Each is a mail, and a time that nobody else can have.
 */
const mostHeld = 3;

/** Returns the time some milliseconds earlier. */
export const before = (now: string, milliseconds: number): string =>
  new Date(Date.parse(now) - milliseconds).toISOString();

/** The bookings that hold a time, under an alias, because a statement changes rows of the same table. */
const holders = (now: string) => sql`FROM submission AS other
  WHERE other.starts_at IS NOT NULL AND other.cancelled_at IS NULL
    AND (other.confirmation IS NULL OR other.received_at > ${before(now, holdTime)})`;

/** The condition that no other booking holds a time between two instants. */
const isUntaken = (from: Sql, until: Sql, id: number, now: string): Sql =>
  sql`NOT EXISTS (SELECT 1 ${holders(now)} AND other.id <> ${id}
    AND other.blocked_until > ${from} AND other.blocked_from < ${until})`;

/** The conditions for taking a time. @param id of the booking that wants it; 0 for a new one */
const isFree = (time: WantedTime, id: number, now: string): Record<TimeRefusal, Sql> => ({
  taken: isUntaken(sql`${time.blockedFrom}`, sql`${time.blockedUntil}`, id, now),
  dayFull: sql`(SELECT count(*) ${holders(now)} AND other.id <> ${id}
    AND other.owner_day = ${time.ownerDay}) < ${time.mostPerDay}`,
});

/** The condition that a network or mailbox is below its limit. */
const mayBook = (holder: Sql, now: string): Sql =>
  sql`(SELECT count(*) FROM submission AS other WHERE ${holder}
    AND (other.received_at > ${before(now, day)}
      OR other.cancelled_at IS NULL AND other.blocked_until > ${now})) < ${mostHeld}`;

/** The assignments that notify of a change. The owner's own changes are already seen. */
const tell = (news: News, now: string): Sql =>
  news === 'none'
    ? sql`changed_at = ${now}`
    : sql`changed_at = ${now}, next_attempt_at = ${news === 'inbox' ? null : now}, attempts = 0,
        last_error = NULL, delivered_at = NULL, invitation_due = ${Number(news === 'both')},
        seen_at = ${news === 'both' ? sql`seen_at` : null}`;

export const bookingMethods = (driver: SqlDriver) => {
  const { read, write } = driver;

  /**
   * Writes in one statement, so that two processes cannot both find a time free.
   * @param start of a statement that ends with its conditions
   * @param otherwise the reason if all conditions hold when they are then checked one by one
   * @returns the booking, or the first condition that does not hold
   */
  const writeIf = async <Reason extends string>(
    start: Sql,
    conditions: Readonly<Record<Reason, Sql>>,
    otherwise: Reason,
  ): Promise<Booking | Reason> => {
    const [row] = await write<Row>(sql`${start} ${all(conditions)} RETURNING ${columns}`);
    return toBooking(row) ?? (await firstRefusal(driver, conditions)) ?? otherwise;
  };

  return {
    /** Stores a booking if nothing prevents it. @returns the booking, or the reason */
    book: (booking: NewBooking): Promise<Booking | BookingRefusal> => {
      const { kind, receivedAt, fields, time, mailbox, network, keyHash, confirmation } = booking;
      const dueAt = booking.isToDeliver && confirmation === null ? receivedAt : null;
      return writeIf<BookingRefusal>(
        sql`INSERT INTO submission (public_id, kind, received_at, fields, next_attempt_at, starts_at,
              blocked_from, blocked_until, owner_day, mailbox, network, key_hash, confirmation)
            SELECT ${newPublicId}, ${kind}, ${receivedAt}, ${JSON.stringify(fields)}, ${dueAt},
              ${time.start}, ${time.blockedFrom}, ${time.blockedUntil}, ${time.ownerDay},
              ${mailbox}, ${network}, ${keyHash}, ${confirmation} WHERE`,
        {
          known: sql`NOT EXISTS (SELECT 1 FROM submission WHERE key_hash = ${keyHash})`,
          ...isFree(time, 0, receivedAt),
          fromNetwork: mayBook(sql`other.network = ${network}`, receivedAt),
        },
        'taken',
      );
    },

    async findBooking(keyHash: string): Promise<Booking | null> {
      return toBooking(
        (await read<Row>(sql`SELECT ${columns} FROM submission WHERE key_hash = ${keyHash}`))[0],
      );
    },

    /** @returns the confirmed booking, or the reason why it was not confirmed */
    confirmBooking: ({ id }: Booking, code: string, now: string) => {
      const own = (column: Sql): Sql => sql`(SELECT ${column} FROM submission WHERE id = ${id})`;
      // The mail that was sent only asked for the confirmation. Where visitors get mail, the owner gets it, too.
      return writeIf<'changed' | 'taken' | 'tooMany'>(
        sql`UPDATE submission SET confirmation = NULL, invited_sequence = NULL,
              next_attempt_at = ${now} WHERE id = ${id} AND`,
        {
          changed: sql`EXISTS (SELECT 1 ${holders(now)} AND other.id = ${id}
            AND other.confirmation = ${code} AND other.starts_at > ${now})`,
          // A process whose clock is ahead may have let the hold lapse, and booked the time.
          taken: isUntaken(own(sql`blocked_from`), own(sql`blocked_until`), id, now),
          tooMany: mayBook(
            sql`other.mailbox = ${own(sql`mailbox`)} AND other.starts_at IS NOT NULL
              AND other.confirmation IS NULL`,
            now,
          ),
        },
        'changed',
      );
    },

    /** @returns the moved booking, or the reason: it has `changed` since it was read, or the time is not free */
    moveBooking: (
      { id, time: { sequence } }: Booking,
      time: WantedTime,
      now: string,
      news: News,
    ): Promise<Booking | TimeRefusal | 'changed'> =>
      writeIf(
        sql`UPDATE submission SET starts_at = ${time.start}, blocked_from = ${time.blockedFrom},
              blocked_until = ${time.blockedUntil}, owner_day = ${time.ownerDay},
              sequence = sequence + 1, ${tell(news, now)} WHERE id = ${id} AND`,
        {
          changed: sql`EXISTS (SELECT 1 ${holders(now)} AND other.id = ${id}
            AND other.sequence = ${sequence} AND other.confirmation IS NULL)`,
          ...isFree(time, id, now),
        },
        'changed',
      ),

    /** @returns the cancelled booking, or `changed` if it has changed since it was read */
    async cancelBooking(
      { id, time: { sequence, confirmation } }: Booking,
      now: string,
      news: News,
    ) {
      const [row] = await write<Row>(
        sql`UPDATE submission SET cancelled_at = ${now}, sequence = sequence + 1, ${tell(news, now)}
            WHERE id = ${id} AND sequence = ${sequence} AND confirmation IS ${confirmation}
              AND starts_at IS NOT NULL AND cancelled_at IS NULL RETURNING ${columns}`,
      );
      return toBooking(row) ?? 'changed';
    },

    /** Returns the blocked times that end after an instant, including those that wait for a confirmation. */
    blockedTimes: (since: string, now: string): Promise<BlockedTime[]> =>
      read(
        sql`SELECT id, starts_at AS start, blocked_from AS blockedFrom,
              blocked_until AS blockedUntil, owner_day AS ownerDay
            ${holders(now)} AND other.blocked_until > ${since}`,
      ),

    /** Returns the key of the hashes of networks; stores `fresh` if there is none. */
    async networkKey(fresh: string): Promise<string> {
      const [row] = await write<{ key: string }>(
        sql`INSERT INTO network_key (id, key) VALUES (1, ${fresh})
            ON CONFLICT (id) DO UPDATE SET key = network_key.key RETURNING key`,
      );
      return row?.key ?? fresh;
    },

    /**
     * Erases bookings that nobody confirmed within a day, the networks of past ones, and the key once no booking
     * has a network.
     */
    async forgetNetworks(now: string): Promise<void> {
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
  };
};
