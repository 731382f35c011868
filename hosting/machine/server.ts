import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Calendars } from '#booking/calendars.ts';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { createFormBackend, type FormBackendOptions } from '#inbox/app.ts';
import { openCalendars } from '#inbox/calendar.ts';
import { countsPerSubmission } from '#inbox/counts.ts';
import { createDelivery, type DeliveryConfig } from '#inbox/delivery/delivery.ts';
import type { Invite } from '#inbox/delivery/invitation.ts';
import { openMailService } from '#inbox/delivery/mail-services.ts';
import { type RunningOutbox, startOutbox } from '#inbox/delivery/start-outbox.ts';
import { limitLog } from '#inbox/limited-log.ts';
import { isAnswered } from '#inbox/paths.ts';
import { createMemoryRateLimit, createSharedLimit } from '#inbox/rate-limit.ts';
import { eraseExpired } from '#inbox/retention.ts';
import {
  type Connection,
  connect,
  createSqliteStore,
  databaseFile,
  emptyLog,
} from '#inbox/stores/sqlite-store.ts';
import type { Store } from '#inbox/stores/store.ts';
import { forwardedAddress } from './client-address.ts';
import type { ServerConfig } from './config.ts';
import { refuse, refuseConnection, unreadable } from './refusal.ts';
import { createStaticSite } from './static-site.ts';

const { messages } = embedded;

export class PortError extends Error {
  override name = 'PortError';
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`;
      const forbidden = `Port ${port} needs rights that you do not have. Choose one above 1023: PORT=4321 npm start`;
      if (cause.code === 'EADDRINUSE') reject(new PortError(inUse));
      else if (cause.code === 'EACCES') reject(new PortError(forbidden));
      else reject(cause);
    });
    server.listen(port, host, resolve);
  });

export interface RunningServer {
  /** With the port that was taken. */
  url: string;
  /** After what is under way. */
  stop: () => Promise<void>;
}

const logError = (message: string, cause: unknown): void =>
  cause === null ? console.error(message) : console.error(message, cause);

/** Of what can fail as often as somebody asks. */
const logFailure = limitLog(logError);

const log = (line: string): void => console.log(line);

/** Milliseconds: what is kept for a day is gone an hour later. */
const erasureInterval = 60 * 60 * 1000;
/** Milliseconds between looks for a calendar of the owner's that is due. */
const readingInterval = 10 * 1000;
/** Milliseconds between looks for a new site. */
const siteInterval = 1000;
/** Milliseconds. */
export const timeLimits = {
  /** For a request's headers, and for all of it. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  /** For a client that reads nothing of its answer. */
  unreadTimeout: 60_000,
};
/** Requests on one connection that wait for an answer; browsers send none ahead. */
const pipelineLimit = 2;
/** Bytes of a connection that are parsed before it is known what they ask for. */
const parsedAtOnce = 1024;
/** Milliseconds for requests under way when the server stops. */
const stopLimit = 10_000;
/** Turns of the event loop without anything new, after which what had been sent is read; and in all. */
const quietTurns = 50;
const mostTurns = 2000;

/**
 * Brings the forms of a request that HTTP allows to the usual one, a path and a host (RFC 9112, 3.2).
 * @returns false for one without a clear host
 */
const normalize = (request: IncomingMessage): boolean => {
  const { rawHeaders, headers, httpVersion, url = '/' } = request;
  const hosts = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  ).length;
  if (hosts > 1) return false;
  if (/^https?:/i.test(url)) {
    if (!URL.canParse(url)) return false;
    const { host, pathname, search } = new URL(url);
    headers.host = host;
    request.url = pathname + search;
  }
  if (httpVersion === '1.0') headers.host ??= 'localhost';
  return headers.host !== undefined && URL.canParse(`http://${headers.host}`);
};

/**
 * Node parses all that it read, up to 64 KiB or 2,000 requests, though the first of them ended the
 * connection. One that is full of them must not keep the others waiting.
 */
const parseInPieces = (socket: Socket): void => {
  const [parse] = socket.listeners('data');
  if (!parse) return;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    parse(chunk.subarray(0, parsedAtOnce));
    const rest = chunk.subarray(parsedAtOnce);
    if (rest.length > 0 && socket.writable) socket.unshift(rest);
  });
};

/** Says once that a header is missing, or holds something else; never what, since a visitor can write it. */
const createHeaderNotice = () => {
  let isSaid = false;
  return (name: string): void => {
    if (isSaid) return;
    isSaid = true;
    logError(
      `TRUSTED_PROXY_HEADER is ${name}, but a submission came without an address in it: whoever comes so counts as the proxy, and shares one limit`,
      null,
    );
  };
};

interface RunningDelivery {
  outbox: RunningOutbox | null;
  invite: Invite | null;
}

const hoursOf = ({ bookingUrl }: ServerConfig) => (bookingUrl === null ? availability : null);

/** @returns what makes a handler for the form backend, whose pages have the styles of a site */
const prepareBackend = (
  config: ServerConfig,
  store: Store,
  { outbox, invite }: RunningDelivery,
  calendars: Calendars,
) => {
  const {
    rateLimit,
    trustedProxyHeader,
    allowedOrigins,
    isCounting,
    bookingUrl,
    siteUrl,
    calendarKey,
  } = config;
  const nameHeader = createHeaderNotice();
  const addressOf = (context: Context): string => {
    const connected = getConnInfo(context).remote.address ?? '';
    if (trustedProxyHeader === null) return connected;
    const forwarded = forwardedAddress(context.req.header(trustedProxyHeader));
    if (forwarded === null) nameHeader(trustedProxyHeader);
    return forwarded ?? connected;
  };
  const limitTo = (limit: number) =>
    limit === 0
      ? null
      : { allows: createMemoryRateLimit(limit), addressOf, shared: createSharedLimit(limit) };
  const options = {
    store,
    logError: logFailure,
    log,
    outbox,
    // A request can name any host, and a mail must lead nowhere else.
    invite: siteUrl && invite ? (_, booking, url) => invite(booking, url, () => {}) : null,
    rateLimit: limitTo(rateLimit),
    counts: isCounting ? { rateLimit: limitTo(rateLimit * countsPerSubmission) } : null,
    allowedOrigins,
    availability,
    bookingUrl,
    calendars,
    calendarKey,
    siteUrl,
  } satisfies Partial<FormBackendOptions>;
  return (styles: string): RequestListener =>
    getRequestListener(createFormBackend({ ...options, styles }).fetch);
};

interface Site {
  /** Where it is, when all links are followed. */
  folder: string;
  handle: RequestListener;
  /** Of the form backend's pages. */
  styles: string;
}

/** @throws Error when there is no site */
const openSite = (path: string): Site => {
  const folder = existsSync(path) ? realpathSync(path) : path;
  const handle = createStaticSite(folder);
  // A site built elsewhere may lack it.
  const styles = join(folder, 'embedded.css');
  return { folder, handle, styles: existsSync(styles) ? readFileSync(styles, 'utf8') : '' };
};

/**
 * Opens the site that a path leads to whenever that becomes another folder, as each build makes it at
 * once (`tools/publish-build.ts`).
 * @returns how to stop
 */
const followSite = (path: string, { folder }: Site, change: (site: Site) => void): (() => void) => {
  let current = folder;
  let failure = '';
  const timer = setInterval(() => {
    try {
      if (realpathSync(path) !== current) {
        const site = openSite(path);
        change(site);
        current = site.folder;
      }
      failure = '';
    } catch (cause) {
      if (failure !== String(cause))
        logError(`There is no site in ${path} now, so the one from before is served`, cause);
      failure = String(cause);
    }
  }, siteInterval);
  return () => clearInterval(timer);
};

const startDelivery = (config: DeliveryConfig | null, store: Store): RunningDelivery => {
  if (!config) return { outbox: null, invite: null };
  const place = { store, logError: logFailure };
  const delivery = createDelivery(config, openMailService, place);
  return { outbox: startOutbox({ ...place, ...delivery }), invite: delivery.invite };
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
  return {
    calendars,
    /** @returns how to stop */
    start: () => {
      void calendars.refresh();
      const timer = setInterval(calendars.refresh, readingInterval);
      return async () => {
        clearInterval(timer);
        stopping.abort();
        await Promise.all(underWay);
      };
    },
  };
};

/** Erases now and every hour what is not kept any longer. @returns how to stop */
const startErasing = (connection: Connection, store: Store): (() => void) => {
  const erase = async (): Promise<void> => {
    try {
      await eraseExpired(store, log);
      // What the owner's command could not while somebody read.
      await emptyLog(connection.database);
    } catch (cause) {
      logError('What is older than the privacy policy allows could not be erased', cause);
    }
  };
  void erase();
  const timer = setInterval(erase, erasureInterval);
  return () => clearInterval(timer);
};

/** @throws DatabaseError, PortError, or Error for a missing site */
export const startServer = async (
  config: ServerConfig,
  limits = timeLimits,
): Promise<RunningServer> => {
  let site = openSite(config.siteDir);
  const connection = connect(databaseFile(config.dataDir), (message) => logError(message, null));
  const store = createSqliteStore(connection);
  const delivery = startDelivery(config.delivery, store);
  const { outbox } = delivery;
  if (delivery.invite && config.bookingUrl === null && config.siteUrl === null) {
    log(
      'SITE_URL is not set: who books a time gets no mail of it, which would have an address in it',
    );
  }
  const own = openOwnCalendars(config, store);
  const openBackend = prepareBackend(config, store, delivery, own.calendars);
  let handleBackend = openBackend(site.styles);
  const hasFeed = hoursOf(config) !== null && config.calendarKey !== null;

  let isStopping = false;
  const underWay = new Map<Socket, Set<ServerResponse>>();
  let arrivals = 0;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    arrivals++;
    // While stopping, a kept connection could bring new requests for ever.
    if (isStopping) response.shouldKeepAlive = false;
    const { socket } = request;
    const waiting = underWay.get(socket) ?? new Set();
    underWay.set(socket, waiting.add(response));
    response.once('close', () => {
      waiting.delete(response);
      if (waiting.size === 0) underWay.delete(socket);
    });
    if (waiting.size > pipelineLimit) {
      socket.removeAllListeners('data');
      // With the answer to the first that is too many, the connection ends.
      if (waiting.size > pipelineLimit + 1) return;
      refuse(response, 429, messages.ahead, { Connection: 'close' });
    } else if (normalize(request)) {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      if (isAnswered(path, config.bookingUrl === null, hasFeed))
        void handleBackend(request, response);
      else site.handle(request, response);
    } else {
      refuse(response, 400, messages.unreadable, { Connection: 'close' });
    }
  };
  const { unreadTimeout, ...options } = limits;
  // Node's own refusal of a request without a host has no words.
  const server = createServer({ ...options, requireHostHeader: false }, handle);
  server.setTimeout(unreadTimeout);
  server.on('connection', (socket) => {
    arrivals++;
    parseInPieces(socket);
  });
  server.on('checkExpectation', handle);
  server.on('connect', (_request, connection) => {
    refuseConnection(connection, 501, messages.readOnly);
  });
  server.on('clientError', (cause: NodeJS.ErrnoException, socket: Socket) => {
    const isAnswering = [...(underWay.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (isAnswering || !socket.writable) socket.destroy();
    else refuseConnection(socket, ...unreadable(cause.code));
  });
  const readWhatWasSent = async (): Promise<void> => {
    let quiet = 0;
    for (let turn = 0; turn < mostTurns && quiet < quietTurns; turn++) {
      const before = arrivals;
      await setImmediatePromise();
      quiet = arrivals === before ? quiet + 1 : 0;
    }
  };
  try {
    await listen(server, config.port, config.host);
  } catch (cause) {
    await outbox?.stop();
    await connection.close();
    throw cause;
  }
  const stopErasing = startErasing(connection, store);
  const stopReading = own.start();
  const stopFollowing = followSite(config.siteDir, site, (newSite) => {
    site = newSite;
    handleBackend = openBackend(newSite.styles);
  });

  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${config.host}:${port}`,
    stop: async () => {
      isStopping = true;
      for (const responses of underWay.values()) {
        for (const response of responses) response.shouldKeepAlive = false;
      }
      await readWhatWasSent();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const impatience = setTimeout(() => server.closeAllConnections(), stopLimit);
      await closed;
      clearTimeout(impatience);
      stopFollowing();
      stopErasing();
      await stopReading();
      await outbox?.stop();
      await connection.close();
    },
  };
};
