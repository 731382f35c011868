import type { StoredCalendar } from '#booking/calendars.ts';
import { otherLabel } from '#enquiry/counts.ts';
import { submissionLimit } from '../request.ts';
import type {
  BlockedTime,
  Booked,
  BookedTime,
  Booking,
  Clock,
  Fields,
  NewBooking,
  News,
  Store,
  Submission,
  SubmissionFilter,
  SubmissionKind,
  TimeRefusal,
  WantedTime,
  WeekCount,
} from './store.ts';

export type SqlValue = string | number | null;

export interface SqlDriver {
  /**
   * On disk when it resolves.
   * @param isRepeatable whether it may be done twice where nobody knows if it was done: true unless a second
   * time changes more, or its rows say that somebody else was first
   * @returns the rows of its RETURNING clause
   */
  write<Row>(sql: string, values: readonly SqlValue[], isRepeatable?: boolean): Promise<Row[]>;
  read<Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** Rows of a page: what is read, and in memory, at once. */
  pageSize: number;
}

interface Row {
  id: number;
  kind: SubmissionKind;
  received_at: string;
  idempotency_key: string | null;
  fields: string;
  next_attempt_at: string | null;
  attempts: number;
  last_error: string | null;
  delivered_at: string | null;
  seen_at: string | null;
  answered_at: string | null;
  starts_at: string | null;
  sequence: number;
  changed_at: string | null;
  cancelled_at: string | null;
  invited_sequence: number | null;
  invitation_due: number;
}

const invitationOf = ({ invitation_due, invited_sequence, sequence }: Row) => {
  if (invitation_due) return 'due';
  return invited_sequence === sequence ? 'sent' : 'none';
};

const toSubmission = (row: Row): Submission => ({
  id: row.id,
  kind: row.kind,
  receivedAt: row.received_at,
  idempotencyKey: row.idempotency_key,
  fields: JSON.parse(row.fields) as Fields,
  delivery: {
    nextAttemptAt: row.next_attempt_at,
    attempts: row.attempts,
    lastError: row.last_error,
    deliveredAt: row.delivered_at,
  },
  seenAt: row.seen_at,
  answeredAt: row.answered_at,
  time:
    row.starts_at === null
      ? null
      : {
          start: row.starts_at,
          sequence: row.sequence,
          changedAt: row.changed_at,
          cancelledAt: row.cancelled_at,
          invitation: invitationOf(row),
        },
});

/** @returns null where there is no row, or no time in it */
const toBooking = (row: Row | undefined): Booking | null => {
  const submission = row && toSubmission(row);
  return submission?.time ? { ...submission, time: submission.time } : null;
};

type Condition = readonly [sql: string, ...values: SqlValue[]];

/** Nothing where no value is asked for. */
const where = (sql: string, value: SqlValue | undefined): Condition[] =>
  value === undefined ? [] : [[sql, value]];

const conditionsOf = (filter: SubmissionFilter): Condition[] => {
  const { id, kind, since, before, isUndelivered, endedBefore } = filter;
  return [
    isUndelivered === undefined
      ? ['TRUE']
      : [`next_attempt_at IS ${isUndelivered ? 'NOT NULL' : 'NULL'}`],
    ...where('id = ?', id),
    ...where('kind IN (SELECT value FROM json_each(?))', kind && JSON.stringify([kind].flat())),
    ...where('received_at >= ?', since),
    ...where('received_at < ?', before),
    ...where(
      '(blocked_until IS NULL OR cancelled_at IS NOT NULL OR blocked_until < ?)',
      endedBefore,
    ),
  ];
};

const whereOf = (conditions: readonly Condition[]): string =>
  `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;

const valuesOf = (conditions: readonly Condition[]): SqlValue[] =>
  conditions.flatMap(([, ...values]) => values);

const pagesOf = async function* (
  driver: SqlDriver,
  filter: SubmissionFilter,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Submission[]> {
  // Each page begins after the last row of the one before: no read stays open meanwhile, which
  // D1 could not do, and which would keep SQLite's log from being emptied.
  let after: Condition[] = [];
  for (let left = limit; left > 0; ) {
    const size = Math.min(driver.pageSize, left);
    const conditions = [...conditionsOf(filter), ...after];
    const rows = await driver.read<Row>(
      `SELECT * FROM submission ${whereOf(conditions)}
       ORDER BY received_at DESC, id DESC LIMIT ?`,
      [...valuesOf(conditions), size],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(toSubmission);
    if (rows.length < size) return;
    after = [['(received_at, id) < (?, ?)', last.received_at, last.id]];
    left -= rows.length;
  }
};

/** Bookings that hold a time; `other` is a row of its own, so that one can look past it. */
const booked =
  'FROM submission AS other WHERE other.starts_at IS NOT NULL AND other.cancelled_at IS NULL';

/** Whether a time can be had by a booking with the id, or by a new one, whose id is 0. */
const isFree: Record<TimeRefusal, (time: WantedTime, id: number) => Condition> = {
  taken: ({ blockedFrom, blockedUntil }, id) => [
    `NOT EXISTS (SELECT 1 ${booked} AND other.id <> ?
       AND other.blocked_until > ? AND other.blocked_from < ?)`,
    id,
    blockedFrom,
    blockedUntil,
  ],
  dayFull: ({ ownerDay, mostPerDay }, id) => [
    `(SELECT count(*) ${booked} AND other.id <> ? AND other.owner_day = ?) < ?`,
    id,
    ownerDay,
    mostPerDay,
  ],
};

/** Labels of an event and day beside `otherLabel`, so that nobody can fill the store. */
const labelsInADay = 100;

/** The Monday of its week. */
const weekOf = (column: string): string => `date(${column}, 'weekday 0', '-6 days')`;

/** Who changes a row says which state of it they know. */
const sequenceOf = (time: BookedTime | null): number => time?.sequence ?? 0;

/** What the owner knows is old, unless nobody is told: delivery begins anew. What the owner did, the owner has seen. */
const tell = (news: News, now: string): Condition =>
  news === 'none'
    ? ['changed_at = ?', now]
    : [
        `changed_at = ?, next_attempt_at = ?, attempts = 0, last_error = NULL, delivered_at = NULL,
         invitation_due = ?, seen_at = ${news === 'both' ? 'seen_at' : 'NULL'}`,
        now,
        news === 'inbox' ? null : now,
        Number(news === 'both'),
      ];

/** Mails to who booked. */
const invitations =
  '(SELECT coalesce(sum(other.invitations), 0) FROM submission AS other WHERE other.invited_at BETWEEN ? AND ?';

/** Of conditions that one statement has found not to hold, which. @returns null when they hold again */
const firstRefusal = async <Name extends string>(
  driver: SqlDriver,
  conditions: Readonly<Record<Name, Condition>>,
): Promise<Name | null> => {
  const names = Object.keys(conditions) as Name[];
  const all = Object.values<Condition>(conditions);
  const [row] = await driver.read<Record<Name, number>>(
    `SELECT ${names.map((name, index) => `${all[index]?.[0]} AS ${name}`).join(', ')}`,
    valuesOf(all),
  );
  return names.find((name) => row?.[name] === 0) ?? null;
};

/** Times to come, and all that were booked since. */
const isBelow = (column: 'mailbox' | 'network', booking: NewBooking): Condition => [
  `(SELECT count(*) FROM submission AS other WHERE other.${column} = ?
     AND (other.received_at > ? OR other.cancelled_at IS NULL AND other.blocked_until > ?)) < ?`,
  booking[column],
  booking.heldSince,
  booking.receivedAt,
  booking.mostHeld,
];

const book = async (driver: SqlDriver, booking: NewBooking): Promise<Booked> => {
  const { kind, receivedAt, fields, isToDeliver, time, mailbox, network, keyHash } = booking;
  const conditions = {
    known: ['NOT EXISTS (SELECT 1 FROM submission WHERE key_hash = ?)', keyHash] as Condition,
    taken: isFree.taken(time, 0),
    dayFull: isFree.dayFull(time, 0),
    tooMany: isBelow('mailbox', booking),
    fromNetwork: isBelow('network', booking),
  };
  const all = Object.values(conditions);
  // One statement, so that two processes cannot both find the time free.
  const insert = async () => {
    const [row] = await driver.write<Row>(
      `INSERT INTO submission (kind, received_at, fields, next_attempt_at, starts_at,
         blocked_from, blocked_until, owner_day, mailbox, network, key_hash)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? ${whereOf(all)} RETURNING *`,
      [
        kind,
        receivedAt,
        JSON.stringify(fields),
        isToDeliver ? receivedAt : null,
        time.start,
        time.blockedFrom,
        time.blockedUntil,
        time.ownerDay,
        mailbox,
        network,
        keyHash,
        ...valuesOf(all),
      ],
    );
    const booking = toBooking(row);
    return booking && ({ outcome: 'booked', booking } as const);
  };
  const done = await insert();
  if (done) return done;
  const refusal = await firstRefusal(driver, conditions);
  // What stood in the way may be cancelled since.
  return refusal ? { outcome: refusal } : ((await insert()) ?? { outcome: 'taken' });
};

export const createSqlStore = (driver: SqlDriver): Store => ({
  async add({ kind, receivedAt, idempotencyKey, fields, isToDeliver }) {
    const [row] = await driver.write<{ id: number }>(
      `INSERT INTO submission (kind, received_at, idempotency_key, fields, next_attempt_at)
       VALUES (?, ?, ?, ?, ?) ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`,
      [kind, receivedAt, idempotencyKey, JSON.stringify(fields), isToDeliver ? receivedAt : null],
    );
    return row?.id ?? null;
  },

  book: (booking) => book(driver, booking),

  async findBooking(keyHash) {
    const [row] = await driver.read<Row>('SELECT * FROM submission WHERE key_hash = ?', [keyHash]);
    return toBooking(row);
  },

  async moveBooking({ id, time: old }, time, now, news) {
    const [told, ...toldValues] = tell(news, now);
    const asRead: Condition = [
      `EXISTS (SELECT 1 ${booked} AND other.id = ? AND other.sequence = ?)`,
      id,
      sequenceOf(old),
    ];
    const conditions = {
      changed: asRead,
      taken: isFree.taken(time, id),
      dayFull: isFree.dayFull(time, id),
    };
    const all = Object.values(conditions);
    const [row] = await driver.write<Row>(
      `UPDATE submission SET starts_at = ?, blocked_from = ?, blocked_until = ?, owner_day = ?,
         sequence = sequence + 1, ${told}
       ${whereOf([['id = ?', id], ...all])} RETURNING *`,
      [
        time.start,
        time.blockedFrom,
        time.blockedUntil,
        time.ownerDay,
        ...toldValues,
        id,
        ...valuesOf(all),
      ],
    );
    const booking = toBooking(row);
    if (booking) return { outcome: 'moved', booking };
    return { outcome: (await firstRefusal(driver, conditions)) ?? 'changed' };
  },

  async cancelBooking({ id, time }, now, news) {
    const [told, ...toldValues] = tell(news, now);
    const [row] = await driver.write<Row>(
      `UPDATE submission SET cancelled_at = ?, sequence = sequence + 1, ${told}
       WHERE id = ? AND sequence = ? AND starts_at IS NOT NULL AND cancelled_at IS NULL RETURNING *`,
      [now, ...toldValues, id, sequenceOf(time)],
    );
    return toBooking(row);
  },

  async blockedTimes(since) {
    const rows = await driver.read<
      Record<'starts_at' | 'blocked_from' | 'blocked_until' | 'owner_day', string> & { id: number }
    >(
      `SELECT id, starts_at, blocked_from, blocked_until, owner_day ${booked} AND other.blocked_until > ?`,
      [since],
    );
    return rows.map(
      (row): BlockedTime => ({
        id: row.id,
        start: row.starts_at,
        blockedFrom: row.blocked_from,
        blockedUntil: row.blocked_until,
        ownerDay: row.owner_day,
      }),
    );
  },

  calendars: {
    async read(key) {
      const [row] = await driver.read<{ stored: string }>(
        'SELECT stored FROM calendar WHERE key = ?',
        [key],
      );
      return row ? (JSON.parse(row.stored) as StoredCalendar) : null;
    },

    async write(key, stored) {
      await driver.write(
        `INSERT INTO calendar (key, stored) VALUES (?, ?)
         ON CONFLICT (key) DO UPDATE SET stored = excluded.stored`,
        [key, JSON.stringify(stored)],
      );
    },

    async keepOnly(keys) {
      await driver.write('DELETE FROM calendar WHERE key NOT IN (SELECT value FROM json_each(?))', [
        JSON.stringify(keys),
      ]);
    },
  },

  async list(filter = {}) {
    const submissions: Submission[] = [];
    for await (const page of pagesOf(driver, filter)) submissions.push(...page);
    return submissions;
  },

  pages: (filter, limit) => pagesOf(driver, filter, limit),

  async count(filter) {
    const conditions = conditionsOf(filter);
    const [row] = await driver.read<{ count: number }>(
      `SELECT count(*) AS count FROM submission ${whereOf(conditions)}`,
      valuesOf(conditions),
    );
    return row?.count ?? 0;
  },

  async erase(filter, limit = -1) {
    const conditions = conditionsOf(filter);
    const rows = await driver.write(
      `DELETE FROM submission WHERE id IN
         (SELECT id FROM submission ${whereOf(conditions)} LIMIT ?) RETURNING id`,
      [...valuesOf(conditions), limit],
    );
    return { count: rows.length, isGone: true };
  },

  async listDue(now, latest, limit) {
    // Without the index, all that was ever received would be looked through.
    const rows = await driver.read<Row>(
      `SELECT * FROM submission WHERE id IN
         (SELECT id FROM submission INDEXED BY submission_to_deliver
          WHERE next_attempt_at IS NOT NULL AND (next_attempt_at <= ? OR next_attempt_at > ?)
          ORDER BY id DESC LIMIT ?)
       ORDER BY id DESC`,
      [now, latest, limit],
    );
    return rows.map(toSubmission);
  },

  async nextDueAt() {
    const [row] = await driver.read<{ due: string | null }>(
      'SELECT min(next_attempt_at) AS due FROM submission WHERE next_attempt_at IS NOT NULL',
      [],
    );
    return row?.due ?? null;
  },

  async claim({ id, delivery, time }, nextAttemptAt) {
    // Of two processes with the same number of attempts, one can raise it.
    const rows = await driver.write(
      `UPDATE submission SET attempts = attempts + 1, next_attempt_at = ?
       WHERE id = ? AND sequence = ? AND attempts = ? AND next_attempt_at IS NOT NULL RETURNING id`,
      [nextAttemptAt, id, sequenceOf(time), delivery.attempts],
    );
    return rows.length > 0;
  },

  async setDelivered({ id, time }, deliveredAt) {
    await driver.write(
      `UPDATE submission SET delivered_at = coalesce(delivered_at, ?), last_error = NULL,
         next_attempt_at = iif(invitation_due, next_attempt_at, NULL)
       WHERE id = ? AND sequence = ?`,
      [deliveredAt, id, sequenceOf(time)],
    );
  },

  async setFailed({ id, time }, error, nextAttemptAt) {
    await driver.write(
      `UPDATE submission SET last_error = ?, next_attempt_at = ?
       WHERE id = ? AND sequence = ? AND next_attempt_at IS NOT NULL`,
      [error, nextAttemptAt, id, sequenceOf(time)],
    );
  },

  async claimAcknowledgement(id, mailbox, now, { since, inAll }) {
    // One statement, so that two processes cannot both find the last one free.
    const rows = await driver.write(
      `UPDATE submission SET acknowledged_at = ?, acknowledged_to = ?
       WHERE id = ? AND acknowledged_at IS NULL
         AND (SELECT count(*) FROM submission WHERE acknowledged_at BETWEEN ? AND ?) < ?
         AND NOT EXISTS
           (SELECT 1 FROM submission WHERE acknowledged_at BETWEEN ? AND ? AND acknowledged_to = ?)
       RETURNING id`,
      [now, mailbox, id, since, now, inAll, since, now, mailbox],
      false,
    );
    return rows.length > 0;
  },

  async claimInvitation({ id, time }, now, { since, inAll, toMailbox }) {
    const sequence = sequenceOf(time);
    const conditions = {
      known: [
        `EXISTS (SELECT 1 FROM submission AS other
           WHERE other.id = ? AND other.sequence = ? AND other.invited_sequence IS NOT other.sequence)`,
        id,
        sequence,
      ] as Condition,
      mailbox: [
        `${invitations} AND other.mailbox = (SELECT mailbox FROM submission WHERE id = ?)) < ?`,
        since,
        now,
        id,
        toMailbox,
      ] as Condition,
      inAll: [`${invitations}) < ?`, since, now, inAll] as Condition,
    };
    const all = Object.values(conditions);
    // One statement, so that two processes cannot both find the last one free.
    const rows = await driver.write(
      `UPDATE submission SET invited_at = ?, invitations = invitations + 1, invited_sequence = sequence
       ${whereOf([['id = ?', id], ...all])} RETURNING id`,
      [now, id, ...valuesOf(all)],
      false,
    );
    return rows.length > 0 ? 'claimed' : ((await firstRefusal(driver, conditions)) ?? 'inAll');
  },

  async setInvited({ id, time }, isInvited) {
    await driver.write(
      `UPDATE submission SET invited_sequence = iif(?, sequence, NULL), invitation_due = 0
       WHERE id = ? AND sequence = ?`,
      [Number(isInvited), id, sequenceOf(time)],
    );
  },

  async markSeen(ids, seenAt) {
    await driver.write(
      `UPDATE submission SET seen_at = ?
       WHERE seen_at IS NULL AND id IN (SELECT value FROM json_each(?))`,
      [seenAt, JSON.stringify(ids)],
    );
  },

  async setAnswered(id, answeredAt) {
    const rows = await driver.write(
      'UPDATE submission SET answered_at = ? WHERE id = ? RETURNING id',
      [answeredAt, id],
    );
    return rows.length > 0;
  },

  async addCount(day, { event, label }) {
    // One statement, so that two processes cannot both find room for the last label.
    await driver.write(
      `WITH new (day, event, label) AS (VALUES (?, ?, ?))
       INSERT INTO event_count (day, event, label, count)
       SELECT day, event,
         iif((SELECT count(*) FROM event_count AS old
              WHERE old.day = new.day AND old.event = new.event AND old.label NOT IN (new.label, ?))
             < ?, label, ?), 1
       FROM new WHERE TRUE
       ON CONFLICT (day, event, label) DO UPDATE SET count = count + 1`,
      [day, event, label, otherLabel, labelsInADay, otherLabel],
      false,
    );
  },

  weekCounts: (since) =>
    driver.read<WeekCount>(
      `SELECT ${weekOf('day')} AS week, event, label, sum(count) AS count
       FROM event_count WHERE day >= ? GROUP BY 1, 2, 3
       UNION ALL
       SELECT ${weekOf('received_at')}, 'submission', kind, count(*)
       FROM submission WHERE received_at >= ? GROUP BY 1, 3`,
      [since, since],
    ),

  async countsBefore(day) {
    const [row] = await driver.read<{ count: number }>(
      'SELECT count(*) AS count FROM event_count WHERE day < ?',
      [day],
    );
    return row?.count ?? 0;
  },

  async eraseCounts(before) {
    await driver.write('DELETE FROM event_count WHERE day < ?', [before]);
  },

  async networkKey(fresh) {
    const [row] = await driver.write<{ key: string }>(
      `INSERT INTO network_key (id, key) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET key = network_key.key RETURNING key`,
      [fresh],
    );
    return row?.key ?? fresh;
  },

  async forgetNetworks(now) {
    await driver.write(
      'UPDATE submission SET network = NULL WHERE network IS NOT NULL AND blocked_until <= ?',
      [now],
    );
    await driver.write(
      'DELETE FROM network_key WHERE NOT EXISTS (SELECT 1 FROM submission WHERE network IS NOT NULL)',
      [],
    );
  },

  async readClock() {
    const [clock] = await driver.read<Clock>(
      'SELECT seen_at AS seenAt, steady_since AS steadySince FROM clock',
      [],
    );
    return clock ?? null;
  },

  async writeClock({ seenAt, steadySince }) {
    await driver.write(
      `INSERT INTO clock (id, seen_at, steady_since) VALUES (1, ?, ?)
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, steady_since = excluded.steady_since`,
      [seenAt, steadySince],
    );
  },

  async checkWritable(now) {
    // Takes as much room as a large submission, and gives it back.
    for (const value of [now.padEnd(submissionLimit), now]) {
      await driver.write(
        `INSERT INTO health (id, checked_at) VALUES (1, ?)
         ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at`,
        [value],
      );
    }
  },
});
