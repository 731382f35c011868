import { setTimeout as wait } from 'node:timers/promises';
import { busyTimes, type IsOwn, ownersOf } from './busy.ts';
import {
  fetchCalendar,
  isAllowed,
  type Network,
  type Validators,
  withoutWebcal,
} from './calendar-fetch.ts';
import type { Remark } from './content-lines.ts';
import { day, hour, type Interval, merge, minute } from './interval.ts';

/** What was last read of a calendar. */
interface Copy extends Validators {
  /** When a server last confirmed it. */
  confirmedAt: number;
  hash: string;
  /** Later times were not looked at. */
  end: number;
  busy: Interval[];
  remarks: Remark[];
}

/** What is kept of a calendar; can be written as JSON. */
export interface StoredCalendar {
  triedAt: number;
  /** Null when the last attempt did not fail. */
  failingSince: number | null;
  /** When the log last named what is wrong. */
  toldAt: number | null;
  copy: Copy | null;
}

/** Keeps calendars between starts, and between instances. A key reveals nothing of the address. */
export interface CalendarCache {
  read: (key: string) => Promise<StoredCalendar | null>;
  write: (key: string, value: StoredCalendar) => Promise<void>;
  /** Erases all others. */
  keepOnly: (keys: readonly string[]) => Promise<void>;
}

export interface CalendarOptions extends Partial<Network> {
  /** As `readCalendarAddresses` returns them. */
  addresses: readonly string[];
  /** Days from now on that are wanted. */
  horizon: number;
  /** The owner's. */
  timeZone: string;
  /** The owner's addresses, with commas between. */
  ownerEmail?: string;
  /** Which times are known better elsewhere, and so left out; asked for whenever a calendar is read. */
  ownTimes?: () => Promise<IsOwn>;
  /** Epoch milliseconds. */
  now?: () => number;
  cache?: CalendarCache;
  /** Continues work for which nobody waits; it never fails. On Workers, `waitUntil`. */
  later?: (work: Promise<void>) => void;
  /** Tells the owner, in a sentence without secrets. */
  report: (message: string) => void;
  /** Milliseconds in which a calendar must have come. */
  timeLimit?: number;
  /** Milliseconds for which a visitor waits for what was never tried. */
  patience?: number;
  /** Ends what is under way without a report. On Workers, no signal lasts longer than a request. */
  signal?: AbortSignal | null;
}

export interface CalendarState {
  /** Ascending, without overlaps. */
  busy: Interval[];
  /** `stale`: by an older copy; `missing`: nothing is known of one calendar at least. */
  state: 'fresh' | 'stale' | 'missing';
  /** Epoch milliseconds from which all is known; null when it is missing, or there are no calendars. */
  since: number | null;
}

export interface Calendars {
  /** When the owner has no time, by what was read before: it reads only what was never tried. */
  busy: () => Promise<CalendarState>;
  /** Fetches what is due, and waits for it; erases what was kept of calendars that are no longer named. */
  refresh: () => Promise<void>;
}

const freshFor = 5 * minute;
const retryAfter = minute;
const staleAfter = hour;
const tellAgainAfter = day;
/** Days beyond the horizon, so that a copy lasts while a server has nothing new, or does not answer. */
const reserve = 14;

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Of its content; some servers write into each copy when they made it. */
const hashOf = (text: string): Promise<string> => sha256(text.replace(/^DTSTAMP[;:].*$/gim, ''));

/**
 * @param text addresses with commas, spaces or line breaks between
 * @throws a sentence that names the calendar by its number, but not its address, which is a secret
 */
export const readCalendarAddresses = (text: string): string[] => {
  const addresses = text
    .trim()
    .split(/[\s,]+(?=\w+:\/\/)|\s+/)
    .filter((address) => address !== '')
    .map((written, index) => {
      const address = withoutWebcal(written).replace(/,$/, '');
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

/** Returns a name such as `Calendar 1 (calendar.google.com)`; the rest of the address is a secret. */
export const calendarName = (address: string, index: number): string =>
  `Calendar ${index + 1} (${new URL(address).host})`;

/** The calendars of the owner, of which the last good copy serves while one cannot be had. */
export const createCalendars = ({
  addresses,
  horizon,
  timeZone,
  ownerEmail = '',
  ownTimes = async () => () => false,
  fetch = (...request) => globalThis.fetch(...request),
  resolve = null,
  now = Date.now,
  cache,
  later = () => {},
  report,
  timeLimit = 30_000,
  patience = 3000,
  signal = null,
}: CalendarOptions): Calendars => {
  const createCalendar = (address: string, index: number) => {
    const name = calendarName(address, index);
    /** The number is one more when what is kept changes. */
    const key = () => sha256(`2 ${timeZone} ${ownerEmail} ${address}`);
    let known: StoredCalendar | null = null;
    let current: { work: Promise<void>; startedAt: number } | null = null;

    /** Kept while a clock was ahead: neither what is due nor which times were read is known. */
    const isAhead = ({ triedAt }: StoredCalendar): boolean => triedAt - now() > freshFor;

    const isDue = (): boolean =>
      known === null ||
      now() - known.triedAt >= (known.failingSince === null ? freshFor : retryAfter);

    /** Another instance may have been quicker. */
    const load = async (): Promise<void> => {
      if (known && isAhead(known)) known = null;
      if (!isDue()) return;
      try {
        const stored = await cache?.read(await key());
        if (stored && !isAhead(stored) && stored.triedAt > (known?.triedAt ?? 0)) known = stored;
      } catch {
        report(`What was kept of ${name} cannot be read.`);
      }
    };

    const keep = async (stored: StoredCalendar): Promise<void> => {
      known = stored;
      try {
        await cache?.write(await key(), stored);
      } catch {
        report(`${name} cannot be kept.`);
      }
    };

    /** Tells what is new at once, and once a day while it lasts. */
    const finish = (copy: Copy | null, failure: string | null): Promise<void> => {
      const time = now();
      const { failingSince = null, toldAt = null, copy: before = null } = known ?? {};
      const date = copy && new Date(copy.confirmedAt).toISOString();
      const serves = date ? `Its copy of ${date} still counts` : 'Nothing of it is known';
      const remarks = copy?.remarks ?? [];
      const told = new Set(before?.remarks.map(({ message }) => message));
      const [sentences, isNew] = failure
        ? [[`${name} ${failure}. ${serves}.`], failingSince === null]
        : [
            remarks.map(({ line, message }) => `${name}, line ${line}: ${message}`),
            remarks.some(({ message }) => !told.has(message)),
          ];
      if (!failure && failingSince) report(`${name} can be read again.`);
      const isToTell = isNew || toldAt === null || time - toldAt >= tellAgainAfter;
      if (isToTell) sentences.forEach(report);
      return keep({
        triedAt: copy && !failure ? copy.confirmedAt : time,
        failingSince: failure ? (failingSince ?? time) : null,
        toldAt: isToTell ? time : toldAt,
        copy,
      });
    };
    const fail = (reason: string): Promise<void> => finish(known?.copy ?? null, reason);

    const update = async (): Promise<void> => {
      const confirmedAt = now();
      const { copy = null } = known ?? {};
      const lasting = copy && copy.end >= now() + (horizon + 1) * day ? copy : null;
      const validators = lasting ?? { etag: null, lastModified: null };
      const owners = ownersOf(ownerEmail);
      const network = { fetch, resolve };
      const fetched = await fetchCalendar(address, validators, owners, network, timeLimit, signal);
      if (signal?.aborted) return;
      if (fetched.kind === 'failed') return fail(fetched.reason);
      if (fetched.kind === 'unchanged') {
        return lasting ? finish({ ...lasting, confirmedAt }, null) : undefined;
      }
      const { text, etag, lastModified } = fetched;
      const hash = await hashOf(text);
      if (lasting?.hash === hash) {
        return finish({ ...lasting, etag, lastModified, confirmedAt }, null);
      }
      // Where reading takes more than Workers allow, no visitor must try it after that.
      if (!known)
        await keep({ triedAt: confirmedAt, failingSince: null, toldAt: null, copy: null });
      const range = { start: now() - day, end: now() + (horizon + reserve) * day };
      const isOwn = await ownTimes();
      const { isWhole, ...times } = busyTimes(text, { ...range, timeZone, isOwn, ownerEmail });
      if (!isWhole) return fail('answered with something that is no calendar, or not all of one');
      return finish({ ...times, end: range.end, etag, lastModified, hash, confirmedAt }, null);
    };

    /** One for all who want it, unless it got lost with the request that began it. */
    const refresh = (): { work: Promise<void>; startedAt: number } => {
      if (current && now() - current.startedAt < 2 * timeLimit) return current;
      const mine = {
        startedAt: now(),
        work: update()
          .catch(() => fail('cannot be read'))
          .finally(() => {
            if (current === mine) current = null;
          }),
      };
      current = mine;
      later(mine.work);
      return mine;
    };

    return {
      key,
      refresh: async (): Promise<void> => {
        await load();
        if (isDue()) await refresh().work;
      },
      get: async (): Promise<StoredCalendar | null> => {
        await load();
        if (!known) {
          const { work, startedAt } = refresh();
          const left = Math.min(patience, startedAt + patience - now());
          await Promise.race([work, wait(left, null, { ref: false })]);
        }
        return known;
      },
    };
  };

  const calendars = addresses.map(createCalendar);

  let isOnly = false;
  const eraseOthers = async (): Promise<void> => {
    if (isOnly || signal?.aborted) return;
    try {
      await cache?.keepOnly(await Promise.all(calendars.map(({ key }) => key())));
      isOnly = true;
    } catch {
      report('What was kept of calendars that are no longer named cannot be erased.');
    }
  };

  return {
    busy: async () => {
      const all = await Promise.all(calendars.map((calendar) => calendar.get()));
      const copies = all.flatMap((stored) => stored?.copy ?? []);
      const isStale = all.some(
        (stored) =>
          stored?.copy &&
          (stored.failingSince !== null || now() - stored.copy.confirmedAt > staleAfter),
      );
      const isMissing = copies.length < all.length;
      return {
        busy: merge(copies.flatMap((copy) => copy.busy)),
        state: isMissing ? 'missing' : isStale ? 'stale' : 'fresh',
        since:
          isMissing || copies.length === 0
            ? null
            : Math.min(...copies.map(({ confirmedAt }) => confirmedAt)),
      };
    },
    refresh: async () => {
      await Promise.all(calendars.map((calendar) => calendar.refresh()));
      await eraseOthers();
    },
  };
};
