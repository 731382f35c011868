import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import type { AstroIntegration } from 'astro';
import { availability } from '#content/availability.ts';
import { createFormBackend } from '#inbox/app.ts';
import { isRouteEnabled } from '#inbox/paths.ts';
import { createSqliteStore, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { runnerOf } from './dev-runner.ts';
import { readServerConfig } from './machine/config.ts';
import { readEnvironment } from './read-environment.ts';

/** Runs the form backend inside `astro dev`, on the same data as `npm start`. */
export const formBackendInDev = (): AstroIntegration => ({
  name: 'form-backend-in-dev',
  hooks: {
    'astro:config:setup': ({ addWatchFile, config }) => addWatchFile(new URL('.env', config.root)),
    'astro:server:setup': ({ server, logger }) => {
      const { dataDir, isCounting, bookingUrl } = readServerConfig(readEnvironment());
      const database = openDatabase(databaseFile(dataDir));
      const store = createSqliteStore(database);
      // Made for each request, because words and style sheet may have changed.
      const answer = async (request: Request, env: object): Promise<Response> => {
        const styles = await fetch(new URL('/embedded.css', server.resolvedUrls?.local[0]));
        const runner = runnerOf(server.environments.ssr);
        const inbox = await runner?.import<typeof import('#inbox/app.ts')>('/inbox/app.ts');
        const hours = await runner?.import<typeof import('#content/availability.ts')>(
          '/.content/availability.ts',
        );
        const backend = (inbox ?? { createFormBackend }).createFormBackend({
          store,
          styles: await styles.text(),
          logError: (message, cause) => logger.error(`${message}: ${String(cause)}`),
          log: (line) => logger.info(line),
          counts: isCounting ? { rateLimit: null } : null,
          booking: { availability: (hours ?? { availability }).availability, bookingUrl },
        });
        return backend.fetch(request, env);
      };
      // The adapter's own Request and Response would break Astro, in the same process.
      const listener = getRequestListener(answer, { overrideGlobalObjects: false });
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (isRouteEnabled(pathname, bookingUrl === null, false)) {
          void listener(request, response);
        } else {
          next();
        }
      });
      server.httpServer?.once('close', () => database.close());
    },
  },
});

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Fonts, pictures and PDFs are compressed already. */
const compressible = /\.(?:css|html|js|json|svg|txt|webmanifest|xml)$/;

/** Puts a Brotli and a gzip copy beside each text file of a built site. */
export const compressFiles = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      const content = await readFile(file);
      const [br, gz] = await Promise.all([
        brotli(content, {
          params: {
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            // Blocks of 64 KB: the words that are seen first get a code of their own, and arrive sooner.
            [constants.BROTLI_PARAM_LGBLOCK]: 16,
          },
        }),
        gzipped(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    }),
  );
};

export const precompress = (): AstroIntegration => ({
  name: 'precompress',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      await compressFiles(folder);
      // Cloudflare compresses by itself.
      await writeFile(join(folder, '.assetsignore'), '*.br\n*.gz\n');
    },
  },
});
