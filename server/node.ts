import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createFormBackend, isBackendPath } from '../form-backend/app.ts';
import { createSqliteStore, openDatabase } from '../form-backend/sqlite-store.ts';
import type { ServerConfig } from './config.ts';
import { createStaticSite } from './static-site.ts';

/** The file in the data folder that everything visitors send is kept in. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'inbox.sqlite');

/** A port that cannot be listened on, with what to do about it. */
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
  /** Address of the site, with the port that was really taken. */
  url: string;
  /** Stops taking requests, finishes those under way, closes the database. */
  stop: () => Promise<void>;
}

/**
 * Serves the built site and the form backend on this machine.
 * @throws DatabaseError, PortError, or Error for a missing site, each saying what to do
 */
export const startServer = async (config: ServerConfig): Promise<RunningServer> => {
  const site = createStaticSite(config.siteDir);
  const database = openDatabase(databaseFile(config.dataDir));
  const backend = createFormBackend({
    store: createSqliteStore(database),
    logError: (message, cause) => console.error(message, cause),
  });
  const handleBackend = getRequestListener(backend.fetch);

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (isBackendPath(path)) void handleBackend(request, response);
    else site(request, response);
  });
  try {
    await listen(server, config.port, config.host);
  } catch (cause) {
    database.close();
    throw cause;
  }

  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return {
    url: `http://${config.host}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          database.close();
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
};
