import { existsSync, statfsSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { createCalendars, readCalendarAddresses } from '#booking/calendars.ts';
import { variableList, variables } from '#hosting/variables.ts';
import { type Finding, warning } from '../finding.ts';
import type { Project } from '../project.ts';

/** Whether a program answers there within 5 s; nothing is sent to it. */
export const canConnect = (host: string, port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host, port, timeout: 5000 });
    const end = (isThere: boolean) => () => {
      socket.destroy();
      done(isThere);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });

const ports: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'smtp:': 587,
  'smtps:': 465,
};

/** Mail server, webhook and services that do not answer. */
export const findUnreachable = async (project: Project): Promise<Finding[]> => {
  const others = variableList.filter(({ kind }) => kind !== 'origin' && kind !== 'calendars');
  const found = others.map(async ({ name }) => {
    const value = project.environment[name] ?? '';
    if (!URL.canParse(value)) return [];
    const { hostname, port, protocol } = new URL(value);
    const asked = Number(port) || ports[protocol];
    if (!asked || (await project.canConnect(hostname.replace(/[[\]]/g, ''), asked))) return [];
    const message = `Nothing answers at ${hostname}, port ${asked} (${name}).`;
    return warning('environment', name, message, 'Check the address, and your connection.');
  });
  return (await Promise.all(found)).flat();
};

/** What the site would log about the owner's calendars. */
export const findCalendarRemarks = async ({
  content: { availability, identity },
  environment: { CALENDAR_URLS = '', INBOX_TO = '', PUBLIC_BOOKING_URL },
}: Pick<Project, 'content' | 'environment'>): Promise<Finding[]> => {
  if (!availability || PUBLIC_BOOKING_URL) return [];
  const messages: string[] = [];
  try {
    await createCalendars({
      ...availability,
      addresses: readCalendarAddresses(CALENDAR_URLS),
      ownerEmail: [identity.email, INBOX_TO].join(),
      report: (message) => messages.push(message),
    }).refresh();
  } catch {
    // Another check reports an invalid address.
  }
  const fix = 'Open the calendar in the program that you keep it with.';
  return messages.map((message) => warning('environment', 'CALENDAR_URLS', message, fix));
};

/** NFS, three versions of SMB, 9P and FUSE (Linux: statfs(2), linux/magic.h). */
const networkFileSystems = [0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x65735546];

/**
 * Whether the inbox is on a network file system, which lacks the locks and the shared memory of SQLite's
 * write-ahead log (sqlite.org/wal.html).
 * @param typeOf the number of the file system of a folder
 */
export const findRemoteInbox = (
  { environment, host }: Pick<Project, 'environment' | 'host'>,
  typeOf = (folder: string): number => statfsSync(folder).type,
): Finding[] => {
  const dataDir = environment.DATA_DIR || variables.DATA_DIR.default;
  let folder = resolve(dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  if (host === 'workers' || host === 'static' || !networkFileSystems.includes(typeOf(folder))) {
    return [];
  }
  const message = `${dataDir} is on a network file system, where SQLite can lose messages.`;
  return [warning('environment', 'DATA_DIR', message, 'Set DATA_DIR to a folder on a local disk.')];
};
