import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@astrojs/react';
import { getRequestListener } from '@hono/node-server';
import type { AstroIntegration } from 'astro';
import { isRunnableDevEnvironment, type Plugin } from 'vite';
import { builtFiles } from '#hosting/build-record.ts';
import { readServerConfig } from '#hosting/machine/config.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import type { Environment } from '#hosting/variables.ts';
import { writeHeaders } from '#hosting/write-headers.ts';
import { createSqliteStore, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { backendNames } from '#model/vocabulary.ts';
import { tidyHtml } from '../tidy-html.ts';

/** The scripts of a page are two files: the page's own, and the islands with React (decision 0016). */
const twoScripts: Plugin = {
  name: 'two-scripts',
  configEnvironment: (environment) =>
    environment === 'client'
      ? {
          build: {
            rolldownOptions: {
              // The page's script also exports the code that the islands share with it.
              preserveEntrySignatures: 'allow-extension',
              output: {
                codeSplitting: { groups: [{ name: 'page-script', test: /page-script\.ts$/ }] },
              },
            },
          },
        }
      : null,
};

/** React islands with our own renderer and our own client directive (`src/layouts/loading.ts`). */
export const reactIslands = (): AstroIntegration => {
  const { hooks } = react();
  return {
    name: 'react-islands',
    hooks: {
      ...hooks,
      'astro:config:setup': (options) => {
        const { addClientDirective, addRenderer, updateConfig } = options;
        const clientEntrypoint = '/src/sections/islands.ts';
        hooks['astro:config:setup']?.({
          ...options,
          addRenderer: (renderer) => addRenderer({ ...renderer, clientEntrypoint }),
        });
        addClientDirective({ name: 'needed', entrypoint: './src/layouts/loading.ts' });
        updateConfig({ vite: { plugins: [twoScripts] } });
      },
    },
  };
};

declare module 'astro' {
  interface AstroClientDirectives {
    'client:needed'?: boolean | 'near' | 'page';
  }
}

/** Runs the form backend inside `astro dev`, on the same data as `npm start`. */
export const formBackendInDev = (): AstroIntegration => ({
  name: 'form-backend-in-dev',
  hooks: {
    'astro:config:setup': ({ addWatchFile, config }) => {
      addWatchFile(new URL('.env', config.root));
      // Astro keeps the style sheets of a page until it restarts.
      addWatchFile(new URL('.content/theme.css', config.root));
    },
    'astro:server:setup': ({ server, logger }) => {
      const { dataDir, isCounting, bookingUrl } = readServerConfig(readEnvironment());
      const database = openDatabase(databaseFile(dataDir));
      const store = createSqliteStore(database);
      const { ssr } = server.environments;
      if (!isRunnableDevEnvironment(ssr)) throw new Error('Pages are rendered in another process');
      const load = <Module>(path: string): Promise<Module> => ssr.runner.import(path);
      // Created for each request, because the words, the hours and the style sheet may have changed.
      const answer = async (request: Request, env: object): Promise<Response> => {
        const styles = await fetch(new URL('/embedded.css', server.resolvedUrls?.local[0]));
        const inbox = await load<typeof import('#inbox/app.ts')>('/inbox/app.ts');
        const hours = await load<typeof import('#content/availability.ts')>(
          '/.content/availability.ts',
        );
        const backend = inbox.createFormBackend({
          store,
          styles: await styles.text(),
          logError: (message, cause) => logger.error(`${message}: ${String(cause)}`),
          log: (line) => logger.info(line),
          counts: isCounting ? { rateLimit: null } : null,
          booking: { availability: hours.availability, bookingUrl },
        });
        return backend.fetch(request, env);
      };
      // The adapter's own Request and Response would break Astro, which runs in the same process.
      const listener = getRequestListener(answer, { overrideGlobalObjects: false });
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (backendNames.includes(pathname.split('/')[1] ?? '')) void listener(request, response);
        else next();
      });
      server.httpServer?.once('close', () => database.close());
    },
  },
});

/** The extensions of text files. Fonts, pictures and PDFs are already compressed. */
const compressible = ['.css', '.html', '.js', '.json', '.svg', '.txt', '.xml'];

/** Puts a Brotli and a gzip copy beside each text file of a built site. */
export const compressFiles = (folder: string): void => {
  for (const file of builtFiles(folder, ...compressible)) {
    const content = readFileSync(file);
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      // Blocks of 64 KB: the words that visitors see first are encoded separately, and arrive sooner.
      [constants.BROTLI_PARAM_LGBLOCK]: 16,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
};

/** Completes a built site: its pages, its headers, and the compressed copies of its files. */
export const finishedBuild = (environment: Environment): AstroIntegration => ({
  name: 'finished-build',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      const pages = builtFiles(folder, '.html').map((file) => {
        const page = tidyHtml(readFileSync(file, 'utf8'));
        writeFileSync(file, page);
        return page;
      });
      writeHeaders(folder, pages, environment);
      compressFiles(folder);
      // Cloudflare compresses files itself.
      const copies = compressible.map((extension) => `*${extension}.br\n*${extension}.gz\n`);
      writeFileSync(join(folder, '.assetsignore'), copies.join(''));
    },
  },
});
