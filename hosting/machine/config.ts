import { statfsSync } from 'node:fs';
import { readCalendarAddresses } from '#booking/calendars.ts';
import { countPath } from '#enquiry/counts.ts';
import type { DeliveryConfig } from '#inbox/delivery/delivery.ts';
import { parseOrigins } from '#inbox/origin.ts';
import type { Mistake } from '#model/mistake.ts';
import { findDeliveryMistake, readDelivery } from '../delivery.ts';
import { type Environment, findMistakes, setVariables, valuesFor } from '../variables.ts';

export interface ServerConfig {
  port: number;
  host: string;
  dataDir: string;
  siteDir: string;
  delivery: DeliveryConfig | null;
  /** Submissions of one address in a minute; 0 for any number. */
  rateLimit: number;
  trustedProxyHeader: string | null;
  /** Whether the page counts here. */
  isCounting: boolean;
  allowedOrigins: readonly string[];
  /** Where visitors book instead of here; null for here. */
  bookingUrl: string | null;
  /** The owner's own. */
  calendarUrls: readonly string[];
  /** With it, the owner's calendar subscribes to the bookings. */
  calendarKey: string | null;
  /** Where the owner has set it. */
  siteUrl: string | null;
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** What keeps the server from starting. */
export const findServerMistakes = (environment: Environment): Mistake[] => {
  const mistakes = findMistakes('server', environment);
  const half = mistakes.length > 0 ? null : findDeliveryMistake(setVariables(environment));
  return half ? [half] : mistakes;
};

/** @throws ConfigError with a line for each mistake */
export const readServerConfig = (environment: Environment): ServerConfig => {
  const mistakes = findServerMistakes(environment);
  if (mistakes.length > 0) {
    throw new ConfigError(mistakes.map(({ message }) => message).join('\n'));
  }
  const set = valuesFor('server', environment);
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: set.DATA_DIR,
    siteDir: set.SITE_DIR,
    delivery: readDelivery(set),
    rateLimit: set.RATE_LIMIT,
    trustedProxyHeader: set.TRUSTED_PROXY_HEADER?.toLowerCase() ?? null,
    bookingUrl: set.PUBLIC_BOOKING_URL ?? null,
    calendarUrls: readCalendarAddresses(set.CALENDAR_URLS ?? ''),
    calendarKey: set.CALENDAR_KEY ?? null,
    siteUrl: setVariables(environment).SITE_URL ? set.SITE_URL : null,
    isCounting: set.PUBLIC_ANALYTICS_ENDPOINT === countPath,
    allowedOrigins: [
      ...parseOrigins(set.ALLOWED_ORIGINS ?? ''),
      // Not the default: any program on a visitor's machine can have that origin.
      ...(setVariables(environment).SITE_URL ? [new URL(set.SITE_URL).origin] : []),
    ],
  };
};

/** By the magic number of statfs(2). Docker Desktop's mounts are FUSE, those of Windows in WSL 9P. */
const sharedFileSystems: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'SMB',
  4266872130: 'SMB',
  16914839: '9P',
  1702057286: 'FUSE',
};

/**
 * Where several machines can write, SQLite's log of writes is not safe (sqlite.org/wal.html).
 * @param typeOf the number of a folder's file system
 * @returns a sentence, or null where the folder is of the machine's own, or not there yet
 */
export const findSharedFolder = (
  dataDir: string,
  typeOf = (folder: string): number => statfsSync(folder).type,
): string | null => {
  try {
    const name = process.platform === 'linux' && sharedFileSystems[typeOf(dataDir)];
    return name
      ? `DATA_DIR is on a file system of the kind ${name}, on which submissions can be lost: set it to a folder on a disk of this machine.`
      : null;
  } catch {
    return null;
  }
};
