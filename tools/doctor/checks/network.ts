import { connect } from 'node:net';
import { createCalendars, readCalendarAddresses } from '#booking/calendars.ts';
import { variableList } from '#hosting/variables.ts';
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

const ports: Record<string, number> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 };

/** Mail server, webhook and services that do not answer. */
export const findUnreachable = async ({ canConnect, environment }: Project): Promise<Finding[]> => {
  const others = variableList.filter(({ kind }) => !/^origin|calendars/.test(kind));
  const found = others.map(async ({ name }) => {
    const { hostname = '', port, protocol = '' } = URL.parse(environment[name] ?? '') ?? {};
    const asked = Number(port) || ports[protocol];
    if (!asked || (await canConnect(hostname.replace(/[[\]]/g, ''), asked))) return [];
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
