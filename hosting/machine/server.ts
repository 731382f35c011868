import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Calendars } from '#booking/calendars.ts';
import { availability } from '#content/availability.ts';
import { createFormBackend, type FormBackendOptions } from '#inbox/app.ts';
import { openCalendars } from '#inbox/calendar.ts';
import { countsPerSubmission } from '#inbox/counts.ts';
import { createDelivery } from '#inbox/delivery/delivery.ts';
import { openMailService } from '#inbox/delivery/mail-services.ts';
import { startOutbox } from '#inbox/delivery/start-outbox.ts';
import type { VisitorMail } from '#inbox/delivery/visitor-mail.ts';
import { limitLog } from '#inbox/limited-log.ts';
import { isRouteEnabled } from '#inbox/paths.ts';
import { createMemoryRateLimit } from '#inbox/rate-limit.ts';
import { eraseExpired } from '#inbox/retention.ts';
import {
  createSqliteStore,
  databaseFile,
  emptyLog,
  openForServer,
} from '#inbox/stores/sqlite-store.ts';
import type { Store } from '#inbox/stores/store.ts';
import type { ServerConfig } from './config.ts';
import { createStaticSite } from './static-site.ts';

export class PortError extends Error {
  override name = 'PortError';
}

/** Milliseconds. */
const erasureInterval = 60 * 60 * 1000;
/** Milliseconds between looks for a calendar of the owner's that is due. */
const readingInterval = 10 * 1000;
/** Milliseconds between looks for a new site. */
const siteInterval = 1000;
/** Milliseconds for a request's headers, and for all of it. */
const timeLimits = { headersTimeout: 10_000, requestTimeout: 30_000 };
/** Milliseconds for a client that reads nothing of its answer. */
const idleLimit = 60_000;
/** Milliseconds for requests under way when the server stops. */
const stopLimit = 10_000;
/** Turns of the event loop in which a server that stops takes what has been sent to it: one connection in each. */
const lastTurns = 200;

const logError = (message: string, cause: unknown): void =>
  cause === null ? console.error(message) : console.error(message, cause);

/** For what can fail as often as somebody asks. */
const logFailure = limitLog(logError);

const log = (line: string): void => console.log(line);

/** systemd holds the port while the program restarts, and passes it on as the fourth file (sd_listen_fds(3)). */
const isPassedPort = ({ LISTEN_FDS, LISTEN_PID } = process.env): boolean =>
  LISTEN_FDS === '1' && LISTEN_PID === String(process.pid);

const listen = async (server: Server, port: number, host: string): Promise<void> => {
  server.listen(isPassedPort() ? { fd: 3 } : { port, host });
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'EADDRINUSE') {
      throw new PortError(
        `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
      );
    }
    if (code === 'EACCES') {
      throw new PortError(
        `Port ${port} needs rights that you do not have. Choose one above 1023: PORT=4321 npm start`,
      );
    }
    throw cause;
  }
};

/**
 * The address of the client.
 * @param forwarded the proxy's header; a client can forge all of its addresses but the last
 * @returns null where the header has no address
 */
export const forwardedAddress = (forwarded: string | undefined): string | null => {
  const text = forwarded?.split(',').at(-1)?.trim() ?? '';
  // With a port: `192.0.2.1:50314`, `[2001:db8::1]:50314`.
  const [, inBrackets, before] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = inBrackets ?? before ?? text;
  return isIP(address) === 0 ? null : address;
};

/** Names the client of a request; one whose header has no address counts as the proxy, and is logged once. */
const createAddressOf = (header: string | null) => {
  let isLogged = false;
  return (context: Context): string => {
    const connected = getConnInfo(context).remote.address ?? '';
    if (header === null) return connected;
    const forwarded = forwardedAddress(context.req.header(header));
    if (forwarded === null && !isLogged) {
      isLogged = true;
      // Without what it holds, which a visitor can write.
      logError(
        `TRUSTED_PROXY_HEADER is ${header}, but a submission came without an address in it: whoever comes so counts as the proxy, and shares one limit`,
        null,
      );
    }
    return forwarded ?? connected;
  };
};

const hoursOf = ({ bookingUrl }: ServerConfig) => (bookingUrl === null ? availability : null);

/** @returns what makes a handler for the form backend, whose pages have the styles of a site */
const prepareBackend = (
  config: ServerConfig,
  place: Pick<FormBackendOptions, 'store' | 'logError' | 'outbox'>,
  invite: VisitorMail['invite'] | null,
  calendars: Calendars,
) => {
  const { rateLimit, siteUrl } = config;
  const addressOf = createAddressOf(config.trustedProxyHeader);
  const limitTo = (limit: number) =>
    limit === 0 ? null : { allows: createMemoryRateLimit(limit), addressOf };
  const options = {
    ...place,
    log,
    rateLimit: limitTo(rateLimit),
    counts: config.isCounting ? { rateLimit: limitTo(rateLimit * countsPerSubmission) } : null,
    allowedOrigins: config.allowedOrigins,
    booking: {
      availability,
      bookingUrl: config.bookingUrl,
      calendars,
      calendarKey: config.calendarKey,
      siteUrl,
      // A request can name any host, and a mail must lead nowhere else.
      invite: siteUrl && invite ? (_, booking, url) => invite(booking, url, () => {}) : null,
    },
  } satisfies Partial<FormBackendOptions>;
  return (styles: string): RequestListener =>
    getRequestListener(createFormBackend({ ...options, styles }).fetch);
};

interface Site {
  handle: RequestListener;
  /** Of the form backend's pages. */
  styles: string;
}

/**
 * Opens the site that a path leads to, and again whenever that becomes another folder, as each build makes
 * it at once (`tools/publish-build.ts`).
 * @returns what looks for another folder
 * @throws Error when there is no site at first
 */
const followSite = (path: string, show: (site: Site) => void): (() => void) => {
  let current = '';
  let failure = '';
  const look = (): void => {
    const folder = existsSync(path) ? realpathSync(path) : path;
    if (folder === current) return;
    const handle = createStaticSite(folder);
    // A site built elsewhere may lack it.
    const styles = join(folder, 'embedded.css');
    show({ handle, styles: existsSync(styles) ? readFileSync(styles, 'utf8') : '' });
    current = folder;
  };
  look();
  return () => {
    try {
      look();
      failure = '';
    } catch (cause) {
      if (failure !== String(cause))
        logError(`There is no site in ${path} now, so the one from before is served`, cause);
      failure = String(cause);
    }
  };
};

/** The owner's, which no visitor should have to wait for. */
const openOwnCalendars = (config: ServerConfig, store: Store) => {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const { delivery } = config;
  const mailTo = delivery && 'to' in delivery ? delivery.to : null;
  const calendars = openCalendars(hoursOf(config), store, mailTo, {
    addresses: config.calendarUrls,
    resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
    report: (message) => logFailure(message, null),
    later: (work) => {
      underWay.add(work);
      void work.then(() => underWay.delete(work));
    },
    signal: stopping.signal,
  });
  const stopReading = async (): Promise<void> => {
    stopping.abort();
    await Promise.all(underWay);
  };
  return { calendars, stopReading };
};

/** Erases what is not kept any longer. */
const erase = async (database: DatabaseSync, store: Store): Promise<void> => {
  try {
    await eraseExpired(store, log);
    // What the owner's command could not while somebody read.
    emptyLog(database);
  } catch (cause) {
    logError('What is older than the privacy policy allows could not be erased', cause);
  }
};

/** Answers what has been sent, then ends connections and the port. */
const close = async (server: Server): Promise<void> => {
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  for (let turn = 0; turn < lastTurns; turn++) await setImmediate();
  const closed = once(server, 'close');
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const impatience = setTimeout(() => server.closeAllConnections(), stopLimit);
  await closed;
  clearInterval(idle);
  clearTimeout(impatience);
};

export interface RunningServer {
  /** With the port that was taken. */
  url: string;
  /** After what is under way. */
  stop: () => Promise<void>;
}

/**
 * Serves site and form backend. It listens for a proxy on the same machine, which ends TLS and keeps
 * slow and malicious clients away; of its own it has Node's limits.
 * @throws DatabaseError, PortError, or Error for a missing site
 */
export const startServer = async (config: ServerConfig): Promise<RunningServer> => {
  let site: Site | null = null;
  let handleBackend: RequestListener | null = null;
  const lookForSite = followSite(config.siteDir, (opened) => {
    site = opened;
    handleBackend = null;
  });
  const database = openForServer(databaseFile(config.dataDir));
  const store = createSqliteStore(database);
  const place = { store, logError: logFailure };
  const delivery = config.delivery && createDelivery(config.delivery, openMailService, place);
  const outbox = delivery && startOutbox({ ...place, ...delivery });
  if (delivery?.invite && config.bookingUrl === null && config.siteUrl === null) {
    log(
      'SITE_URL is not set: who books a time gets no mail of it, which would have an address in it',
    );
  }
  const { calendars, stopReading } = openOwnCalendars(config, store);
  const openBackend = prepareBackend(
    config,
    { ...place, outbox },
    delivery?.invite ?? null,
    calendars,
  );
  const hasFeed = hoursOf(config) !== null && config.calendarKey !== null;
  const server = createServer(timeLimits, (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    if (isRouteEnabled(path, config.bookingUrl === null, hasFeed)) {
      handleBackend ??= openBackend(site?.styles ?? '');
      handleBackend(request, response);
    } else site?.handle(request, response);
  });
  server.setTimeout(idleLimit);
  try {
    await listen(server, config.port, config.host);
  } catch (cause) {
    await outbox?.stop();
    database.close();
    throw cause;
  }
  const regularly = (work: () => unknown, interval: number): NodeJS.Timeout => {
    work();
    return setInterval(work, interval);
  };
  const timers = [
    regularly(() => erase(database, store), erasureInterval),
    regularly(calendars.refresh, readingInterval),
    regularly(lookForSite, siteInterval),
  ];
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${config.host}:${port}`,
    stop: async () => {
      await close(server);
      for (const timer of timers) clearInterval(timer);
      await stopReading();
      await outbox?.stop();
      if (database.isOpen) database.close();
    },
  };
};
