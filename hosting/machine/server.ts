import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIPv6, SocketAddress } from 'node:net';
import { join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { availability } from '#content/availability.ts';
import { createFormBackend, hasRoute } from '#inbox/app.ts';
import { openCalendars } from '#inbox/calendar.ts';
import { countsPerSubmission } from '#inbox/counts.ts';
import { createDelivery } from '#inbox/delivery/delivery.ts';
import { startOutbox } from '#inbox/delivery/outbox.ts';
import { openMailService } from '#inbox/delivery/smtp.ts';
import { limitLog } from '#inbox/limited-log.ts';
import { createMemoryRateLimit } from '#inbox/rate-limit.ts';
import { eraseExpired } from '#inbox/retention.ts';
import {
  createSqliteStore,
  databaseFile,
  emptyLog,
  openDatabase,
} from '#inbox/stores/sqlite-store.ts';
import { ExplainedError } from '#model/mistake.ts';
import type { ServerConfig } from './config.ts';
import { createStaticSite, splitTarget } from './static-site.ts';

/** Milliseconds. */
const erasureInterval = 60 * 60 * 1000;
/** Milliseconds between checks for calendars that are due. */
const readingInterval = 10 * 1000;
/** Milliseconds that unfinished requests get when the server stops. */
const stopLimit = 10_000;
/** Milliseconds that reads of calendars, and mail to visitors, which has no outbox, get after that. */
const laterLimit = 5000;
/** Turns of the event loop in which a stopping server accepts waiting connections, one per turn. */
const lastTurns = 200;

const { log } = console;
const logError = limitLog();

/** systemd holds the port while the program restarts, and passes it on as file 3 (sd_listen_fds(3)). */
const isPassedPort = ({ LISTEN_FDS, LISTEN_PID } = process.env): boolean =>
  LISTEN_FDS === '1' && LISTEN_PID === String(process.pid);

const listen = async (server: Server, { port, host }: ServerConfig): Promise<void> => {
  try {
    await once(server.listen(isPassedPort() ? { fd: 3 } : { port, host }), 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new ExplainedError(
      code === 'EADDRINUSE'
        ? `Port ${port} is in use by another program. Stop that program, or write another PORT into .env.`
        : `The server cannot listen at port ${port} of ${host} (${code}). Choose a PORT above 1023, and as HOST localhost or an address of this machine.`,
    );
  }
};

/** Returns a function that returns the client's address, or the proxy's if the header has none. */
const createAddressOf = (header: string | null) => {
  let isLogged = false;
  return (context: Context): string => {
    const connected = getConnInfo(context).remote.address ?? '';
    if (header === null) return connected;
    // A client can forge all addresses but the last. Some proxies add a port, or write Forwarded (RFC 7239).
    const last = context.req.header(header)?.split(',').at(-1)?.trim() ?? '';
    const [, written = last] = /(?:^|;)\s*for="?([^";]*)/i.exec(last) ?? [];
    const client = SocketAddress.parse(isIPv6(written) ? `[${written}]` : written)?.address;
    if (!client && !isLogged) {
      isLogged = true;
      // Does not log the header's value, which a visitor can choose.
      const effect = 'Submissions like it share one rate limit.';
      logError(`A submission has no address in ${header} (TRUSTED_PROXY_HEADER). ${effect}`, null);
    }
    return client ?? connected;
  };
};

type Fetch = (request: Request, environment: unknown) => Response | Promise<Response>;

/** Answers requests for pages one after another, so that a submission does not wait for all of them. */
export const inTurn = (fetch: Fetch): Fetch => {
  let last: Promise<unknown> = Promise.resolve();
  return (request, environment) => {
    const answer = last.then(async () => {
      // The visitor has left.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      const response = await fetch(request, environment);
      return response.body ? new Response(await response.arrayBuffer(), response) : response;
    });
    last = answer.then(
      () => setImmediate(),
      () => {},
    );
    return answer;
  };
};

/** Answers the requests that were sent, then closes the connections and the port. */
const close = async (server: Server): Promise<void> => {
  for (let turn = 0; turn < lastTurns; turn++) await setImmediate();
  server.keepAliveTimeout = 1;
  const closed = once(server.close(), 'close');
  const impatience = setTimeout(() => server.closeAllConnections(), stopLimit);
  await closed;
  clearTimeout(impatience);
};

/**
 * Serves the site and the form backend. A proxy on the same machine terminates TLS and keeps slow and malicious
 * clients away; the server itself has only Node's limits.
 * @returns the address, with the actual port, and a function that stops the server after unfinished work
 * @throws ExplainedError for an unusable port, a missing site or an unusable inbox
 */
export const startServer = async (config: ServerConfig) => {
  const { siteDir, siteUrl, delivery: deliveryConfig, rateLimit, bookingUrl, calendarKey } = config;
  const serveSite = createStaticSite(siteDir);
  // A site that was built elsewhere may lack the style sheet.
  const styleSheet = join(siteDir, 'embedded.css');
  const server = createServer();
  await listen(server, config);
  // There is no `await` from here to the listener below, so no request is handled before it.
  const database = openDatabase(databaseFile(config.dataDir));
  const store = createSqliteStore(database);
  const place = { store, logError };
  let underWay = Promise.resolve();
  const later = (work: Promise<unknown>): void => {
    underWay = Promise.allSettled([underWay, work]).then(() => {});
  };
  const delivery =
    deliveryConfig && createDelivery(deliveryConfig, openMailService, { ...place, later });
  const invite = delivery?.invite ?? null;
  if (invite && bookingUrl === null && siteUrl === null) {
    log('SITE_URL is not set, so visitors who book a time get no mail: it would link to the site.');
  }
  const hours = bookingUrl === null ? availability : null;
  if (hours?.confirm && !(siteUrl && invite)) {
    log('Bookings need no confirmation: mail to visitors is not set up. Run npm run doctor.');
  }
  const stopping = new AbortController();
  const mailTo = deliveryConfig && 'to' in deliveryConfig ? deliveryConfig.to : null;
  const calendars = openCalendars(hours, store, mailTo, {
    addresses: config.calendarUrls,
    resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
    report: (message) => logError(message, null),
    signal: stopping.signal,
  });
  const addressOf = createAddressOf(config.trustedProxyHeader);
  const limitTo = (limit: number) =>
    limit === 0 ? null : { allows: createMemoryRateLimit(limit), addressOf };
  const outbox = delivery && startOutbox({ ...place, ...delivery });
  const backend = createFormBackend({
    ...place,
    outbox,
    log,
    styles: existsSync(styleSheet) ? readFileSync(styleSheet, 'utf8') : '',
    rateLimit: limitTo(rateLimit),
    counts: config.isCounting ? { rateLimit: limitTo(rateLimit * countsPerSubmission) } : null,
    allowedOrigins: config.allowedOrigins,
    booking: {
      availability,
      bookingUrl,
      calendars,
      calendarKey,
      siteUrl,
      // A request can name any host, but mail must link only to this site.
      invite: siteUrl ? invite : null,
    },
  });
  // HAProxy's health check is a request of HTTP/1.0 without a host.
  const options = { hostname: 'localhost' };
  const serveBackend = getRequestListener(backend.fetch, options);
  const servePage = getRequestListener(inTurn(backend.fetch), options);
  server.on('request', (request, response) => {
    const [path] = splitTarget(request);
    if (!hasRoute(backend, path)) return serveSite(request, response);
    const isPage = /^(?:GET|HEAD)$/.test(request.method ?? '') && path.startsWith('/book');
    return (isPage ? servePage : serveBackend)(request, response);
  });

  const erase = (): Promise<unknown> =>
    eraseExpired(store, log)
      // The owner's command cannot empty the database's log while another program reads.
      .then(() => emptyLog(database))
      .catch((cause) =>
        logError('Submissions older than the privacy policy allows could not be erased', cause),
      );
  const readCalendars = (): void => later(calendars.refresh());
  const timers = [setInterval(erase, erasureInterval), setInterval(readCalendars, readingInterval)];
  void erase();
  readCalendars();
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${port}`,
    stop: async () => {
      await close(server);
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      const limit = wait(laterLimit, undefined, { ref: false });
      await Promise.all([outbox?.stop(), Promise.race([underWay, limit])]);
      if (database.isOpen) database.close();
    },
  };
};
