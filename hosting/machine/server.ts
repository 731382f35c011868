import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { embedded } from '#content/embedded.ts';
import { createFormBackend } from '#inbox/app.ts';
import { createDelivery, type DeliveryConfig } from '#inbox/delivery/delivery.ts';
import { openMailService } from '#inbox/delivery/mail-services.ts';
import { type RunningOutbox, startOutbox } from '#inbox/delivery/start-outbox.ts';
import { limitLog } from '#inbox/limited-log.ts';
import { isBackendPath } from '#inbox/paths.ts';
import { createMemoryRateLimit } from '#inbox/rate-limit.ts';
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
import { createStaticSite } from './static-site.ts';

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

/** Milliseconds. */
const erasureInterval = 24 * 60 * 60 * 1000;
/** Milliseconds for a request's headers, and for all of it. */
const headersTimeout = 10_000;
const requestTimeout = 30_000;
/** Requests on one connection that wait for an answer; browsers send none ahead. */
const pipelineLimit = 2;
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
  return URL.canParse(`http://${headers.host}`);
};

/** No browser asks so; what does, reads text. */
const refuse = (response: ServerResponse): void => {
  const { unreadable } = embedded.messages;
  response.writeHead(400, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(unreadable),
    Connection: 'close',
  });
  response.end(unreadable);
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

const createHandler = (config: ServerConfig, store: Store, outbox: RunningOutbox | null) => {
  const { rateLimit, trustedProxyHeader, allowedOrigins } = config;
  const nameHeader = createHeaderNotice();
  // A site built elsewhere may lack it.
  const styles = join(config.siteDir, 'embedded.css');
  const backend = createFormBackend({
    store,
    styles: existsSync(styles) ? readFileSync(styles, 'utf8') : '',
    logError: logFailure,
    log,
    outbox,
    rateLimit:
      rateLimit === 0
        ? null
        : {
            allows: createMemoryRateLimit(rateLimit),
            addressOf: (context) => {
              const connected = getConnInfo(context).remote.address ?? '';
              if (trustedProxyHeader === null) return connected;
              const forwarded = forwardedAddress(context.req.header(trustedProxyHeader));
              if (forwarded === null) nameHeader(trustedProxyHeader);
              return forwarded ?? connected;
            },
          },
    allowedOrigins,
  });
  return getRequestListener(backend.fetch);
};

const startDelivery = (config: DeliveryConfig, store: Store): RunningOutbox => {
  const place = { store, logError: logFailure };
  return startOutbox({ ...place, ...createDelivery(config, openMailService, place) });
};

/** Erases now and every day what is not kept any longer. @returns how to stop */
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
export const startServer = async (config: ServerConfig): Promise<RunningServer> => {
  const site = createStaticSite(config.siteDir);
  const connection = connect(databaseFile(config.dataDir), (message) => logError(message, null));
  const store = createSqliteStore(connection);
  const outbox = config.delivery ? startDelivery(config.delivery, store) : null;
  const handleBackend = createHandler(config, store, outbox);

  let isStopping = false;
  const underWay = new Set<ServerResponse>();
  const unanswered = new WeakMap<Socket, number>();
  let arrivals = 0;
  const server = createServer(
    { headersTimeout, requestTimeout, connectionsCheckingInterval: 5000 },
    (request, response) => {
      arrivals++;
      // While stopping, a kept connection could bring new requests for ever.
      if (isStopping) response.shouldKeepAlive = false;
      const { socket } = request;
      const count = (unanswered.get(socket) ?? 0) + 1;
      unanswered.set(socket, count);
      if (count > pipelineLimit) {
        socket.destroy();
        return;
      }
      underWay.add(response);
      response.once('close', () => {
        underWay.delete(response);
        unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
      });
      if (!normalize(request)) {
        refuse(response);
        return;
      }
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      if (isBackendPath(path)) void handleBackend(request, response);
      else site(request, response);
    },
  );
  server.on('connection', () => {
    arrivals++;
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

  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${config.host}:${port}`,
    stop: async () => {
      isStopping = true;
      for (const response of underWay) response.shouldKeepAlive = false;
      await readWhatWasSent();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const impatience = setTimeout(() => server.closeAllConnections(), stopLimit);
      await closed;
      clearTimeout(impatience);
      stopErasing();
      await outbox?.stop();
      await connection.close();
    },
  };
};
