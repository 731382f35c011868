import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { busyTimes, type IsOwn, ownersOf } from './busy.ts';
import {
  CalendarFailure,
  fetchCalendar,
  isAllowed,
  type Network,
  type Validators,
  withoutWebcal,
} from './calendar-fetch.ts';
import type { Remark } from './content-lines.ts';
import { day, type Interval, merge, minute } from './interval.ts';

/** The last copy of a calendar. */
interface Copy extends Validators {
  /** The time at which a server last confirmed it. */
  confirmedAt: number;
  /** The end of the range that was read. */
  end: number;
  busy: Interval[];
  remarks: Remark[];
}

/** The stored state of a calendar; can be written as JSON. */
export interface StoredCalendar {
  /** The time of the last attempt; if it succeeded, that of its copy. */
  triedAt: number;
  /** The time at which the log last named the failure. */
  toldAt: number | null;
  copy: Copy | null;
}

/** Stores calendars across restarts and instances. A key does not reveal the address. */
export interface CalendarCache {
  read: (key: string) => Promise<StoredCalendar | null>;
  write: (key: string, value: StoredCalendar) => Promise<void>;
  /** Erases all other keys. */
  keepOnly: (keys: readonly string[]) => Promise<void>;
}

export interface CalendarOptions extends Partial<Network> {
  /** The addresses that `readCalendarAddresses` returns. */
  addresses: readonly string[];
  /** The number of days from now for which busy times are needed. */
  horizon: number;
  /** The owner's time zone. */
  timeZone: string;
  /** The owner's addresses, separated by commas. */
  ownerEmail?: string;
  /** Called for each fetched calendar; returns a function that finds times to leave out. */
  ownTimes?: () => Promise<IsOwn>;
  /** Epoch milliseconds. */
  now?: () => number;
  cache?: CalendarCache | null;
  /** Reports a sentence to the owner, without secrets. */
  report: (message: string) => void;
  /** The timeout for fetching a calendar, in milliseconds. */
  timeLimit?: number;
  /** The longest that a visitor waits for the first read of a calendar, in milliseconds. */
  patience?: number;
  /** Aborts fetches without a report. Null on Workers, where no signal lasts longer than a request. */
  signal?: AbortSignal | null;
}

const freshFor = 5 * minute;
const retryAfter = minute;
const tellAgainAfter = day;
/** Days read beyond the horizon, so that a copy stays useful while its server has nothing new or does not answer. */
const reserve = 14;

const isFailing = ({ triedAt, copy }: StoredCalendar): boolean => triedAt !== copy?.confirmedAt;

/**
 * @param text addresses, separated by commas, spaces or line breaks
 * @throws Error that names the calendar by its number, because its address is a secret
 */
export const readCalendarAddresses = (text: string): string[] => {
  const addresses = text
    .trim()
    .split(/[\s,;]+(?=\w+:\/\/)|\s+/)
    .filter((address) => address !== '')
    .map((written, index) => {
      const address = withoutWebcal(written).replace(/[,;]$/, '');
      const fail = (rule: string) => new Error(`calendar ${index + 1} ${rule}`);
      const url = URL.canParse(address) ? new URL(address) : null;
      if (!url || !isAllowed(url)) throw fail('must be an address with https:// or webcal://');
      if (url.username || url.password)
        throw fail('must have no user name or password in its address');
      url.hash = '';
      return url.href;
    });
  return [...new Set(addresses)];
};

const createCalendar = (address: string, index: number, options: Required<CalendarOptions>) => {
  const { horizon, timeZone, ownerEmail, now, cache, report, timeLimit, patience, signal } =
    options;
  // The rest of the address is a secret.
  const name = `Calendar ${index + 1} (${new URL(address).host})`;
  /** The number changes with the stored format, and with the reader: a 304 would confirm a copy that was misread. */
  const key = createHash('sha256').update(`4 ${timeZone} ${ownerEmail} ${address}`).digest('hex');
  let known: StoredCalendar | null = null;
  /** The fetch under way, which all callers share, unless it was lost with the request that started it. */
  let current: { work: Promise<void>; startedAt: number } | null = null;

  /** Returns whether a state was stored while the clock was ahead, so that its timestamps are useless. */
  const isAhead = ({ triedAt }: StoredCalendar): boolean => triedAt - now() > freshFor;
  const isDue = (): boolean =>
    !known || now() - known.triedAt >= (isFailing(known) ? retryAfter : freshFor);

  /** Loads the stored state if it is due, because another instance may have fetched the calendar. */
  const load = async (): Promise<void> => {
    if (known && isAhead(known)) known = null;
    if (!isDue()) return;
    const stored = await cache
      ?.read(key)
      .catch(() => report(`The stored copy of ${name} cannot be read.`));
    if (stored && !isAhead(stored) && stored.triedAt > (known?.triedAt ?? 0)) known = stored;
  };

  /** Reports a failure when it begins; reports a lasting failure, and remarks, at most once a day. */
  const finish = async (copy: Copy | null, failure: string | null): Promise<void> => {
    const time = now();
    const { toldAt = null } = known ?? {};
    const wasFailing = known !== null && isFailing(known);
    const serves = copy
      ? `Its copy of ${new Date(copy.confirmedAt).toISOString()} is still used`
      : 'There is no copy of it';
    const sentences = failure
      ? [`${name} ${failure}. ${serves}.`]
      : (copy?.remarks ?? []).map(({ line, message }) => `${name}, line ${line}: ${message}`);
    if (!failure && wasFailing) report(`${name} can be read again.`);
    const isNew = toldAt === null || (failure && !wasFailing);
    const isToTell = sentences.length > 0 && (isNew || time - toldAt >= tellAgainAfter);
    if (isToTell) sentences.forEach(report);
    known = {
      triedAt: copy && !failure ? copy.confirmedAt : time,
      toldAt: isToTell ? time : toldAt,
      copy,
    };
    await cache?.write(key, known).catch(() => report(`${name} cannot be stored.`));
  };

  const update = async (): Promise<void> => {
    const confirmedAt = now();
    const range = { start: confirmedAt - day, end: confirmedAt + (horizon + reserve) * day };
    const copy = known?.copy ?? null;
    const lasting = copy && copy.end >= confirmedAt + (horizon + 1) * day ? copy : null;
    const owners = ownersOf(ownerEmail);
    const fetched = await fetchCalendar(address, { ...options, lasting, owners });
    if (!fetched) return lasting ? finish({ ...lasting, confirmedAt }, null) : undefined;
    const { contents, ...validators } = fetched;
    const isOwn = await options.ownTimes();
    const { isWhole, ...times } = busyTimes(contents, { ...range, timeZone, isOwn, ownerEmail });
    const reason = 'answered with something other than a complete calendar';
    if (!isWhole) throw new CalendarFailure(reason);
    await finish({ ...times, ...validators, end: range.end, confirmedAt }, null);
  };

  return {
    key,
    refresh: async (): Promise<void> => {
      await load();
      if (!isDue()) return;
      if (current && now() - current.startedAt < 2 * timeLimit) return current.work;
      const work = update()
        .catch(async (error: unknown) => {
          if (signal?.aborted) return;
          const reason = error instanceof CalendarFailure ? error.message : 'cannot be read';
          await finish(known?.copy ?? null, reason);
        })
        .finally(() => {
          if (current?.work === work) current = null;
        });
      current = { work, startedAt: now() };
      return work;
    },
    get: async (): Promise<Copy | null> => {
      await load();
      if (current && !known) {
        const left = Math.max(0, current.startedAt + patience - now());
        await Promise.race([current.work, wait(left, null, { ref: false })]);
      }
      return known?.copy ?? null;
    },
  };
};

/** Returns the owner's calendars. While a calendar cannot be fetched, its last good copy is used. */
export const createCalendars = (given: CalendarOptions) => {
  const options: Required<CalendarOptions> = {
    ownerEmail: '',
    ownTimes: async () => () => false,
    fetch: (...request) => globalThis.fetch(...request),
    resolve: null,
    now: Date.now,
    cache: null,
    timeLimit: 30_000,
    patience: 3000,
    signal: null,
    ...given,
  };
  const { cache, report, signal } = options;
  const calendars = given.addresses.map((address, index) =>
    createCalendar(address, index, options),
  );
  let isOnly = false;

  return {
    /**
     * Returns the busy times from earlier reads, ascending and without overlaps. `since` is the time of the oldest
     * copy, in epoch milliseconds: −Infinity if a calendar was never read, and Infinity without calendars.
     */
    busy: async () => {
      const copies = await Promise.all(calendars.map((calendar) => calendar.get()));
      return {
        busy: merge(copies.flatMap((copy) => copy?.busy ?? [])),
        since: Math.min(...copies.map((copy) => copy?.confirmedAt ?? Number.NEGATIVE_INFINITY)),
      };
    },
    /**
     * Fetches the calendars that are due, and waits for them; to be called often. Erases the stored state of removed
     * calendars.
     */
    refresh: async () => {
      await Promise.all(calendars.map((calendar) => calendar.refresh()));
      if (isOnly || signal?.aborted) return;
      isOnly = true;
      await cache?.keepOnly(calendars.map(({ key }) => key)).catch(() => {
        isOnly = false;
        report('The stored copies of removed calendars cannot be erased.');
      });
    },
  };
};

export type Calendars = ReturnType<typeof createCalendars>;
