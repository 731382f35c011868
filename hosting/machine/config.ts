import { existsSync, statfsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { readCalendarAddresses } from '#booking/calendars.ts';
import { countPath } from '#enquiry/counts.ts';
import { parseOrigins } from '#inbox/origin.ts';
import { ExplainedError, type Mistake } from '#model/mistake.ts';
import { findDeliveryMistake, mistakeIn, readDelivery } from '../delivery.ts';
import { type Environment, findMistakes, setVariables, valuesFor } from '../variables.ts';

/** Finds a data folder in a folder of the site. */
const findServedFolder = (environment: Environment): Mistake[] => {
  const { SITE_DIR, DATA_DIR } = valuesFor('server', environment);
  const site = SITE_DIR.replace(/\/+$/, '');
  const pathOf = (folder: string) => resolve(folder) + sep;
  const isInside = (folder: string) => pathOf(DATA_DIR).startsWith(pathOf(folder));
  const folder = [site, `${site}.builds`, 'public'].find(isInside);
  const what = `is in ${folder}, whose files everybody can read or a build erases: write a folder outside of it`;
  return folder === undefined ? [] : [mistakeIn('DATA_DIR', what)];
};

/** Returns the mistakes that prevent the server from starting, or a Worker from delivering submissions. */
export const findServerMistakes = (
  environment: Environment,
  reader: 'server' | 'worker' = 'server',
): Mistake[] => {
  const mistakes = findMistakes(reader, environment);
  if (mistakes.length > 0) return mistakes;
  const half = findDeliveryMistake(setVariables(environment), reader);
  return half ? [half] : reader === 'server' ? findServedFolder(environment) : [];
};

/** @throws ExplainedError with a line for each mistake */
export const readServerConfig = (environment: Environment) => {
  const mistakes = findServerMistakes(environment);
  if (mistakes.length > 0) {
    throw new ExplainedError(mistakes.map(({ message }) => message).join('\n'));
  }
  const set = valuesFor('server', environment);
  /** Null for the default, because any program on a visitor's machine can have that origin. */
  const siteUrl = setVariables(environment).SITE_URL ? set.SITE_URL : null;
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: set.DATA_DIR,
    siteDir: set.SITE_DIR,
    siteUrl,
    delivery: readDelivery(set),
    /** The maximum number of submissions from one address per minute; 0 for no limit. */
    rateLimit: set.RATE_LIMIT,
    trustedProxyHeader: set.TRUSTED_PROXY_HEADER?.toLowerCase() ?? null,
    /** Whether pages send their counts to this server. */
    isCounting: set.PUBLIC_ANALYTICS_ENDPOINT === countPath,
    allowedOrigins: parseOrigins([set.ALLOWED_ORIGINS, siteUrl && new URL(siteUrl).origin].join()),
    /** The booking page that replaces ours; null for ours. */
    bookingUrl: set.PUBLIC_BOOKING_URL ?? null,
    /** The addresses of the owner's calendars. */
    calendarUrls: readCalendarAddresses(set.CALENDAR_URLS ?? ''),
    /** The key with which the owner's calendar subscribes to the bookings. */
    calendarKey: set.CALENDAR_KEY ?? null,
  };
};

export type ServerConfig = Readonly<ReturnType<typeof readServerConfig>>;

/** Network file systems by their statfs(2) number. Docker Desktop mounts folders with FUSE, WSL Windows' with 9P. */
const sharedFileSystems = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
]);

/**
 * Finds a data folder on a file system that several machines can write to, where SQLite's write-ahead log is
 * not safe (sqlite.org/wal.html).
 * @param typeOf returns the number of a folder's file system
 * @returns message and fix; null for a local or missing folder
 */
export const findSharedFolder = (
  dataDir: string,
  typeOf = (folder: string) => (existsSync(folder) ? statfsSync(folder).type : 0),
): [message: string, fix: string] | null => {
  const name = process.platform === 'linux' && sharedFileSystems.get(typeOf(dataDir));
  if (!name) return null;
  const message = `DATA_DIR is on a network file system (${name}), where submissions can be lost.`;
  return [message, 'Set it to a folder on a disk of this machine.'];
};
