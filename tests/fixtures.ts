import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test as base, expect, type Page } from '@playwright/test';
import { readServerConfig } from '../server/config.ts';
import { databaseFile, type RunningServer, startServer } from '../server/node.ts';
import { thirdPartyHosts, type VariantName, variants } from './variants.ts';

export { expect, type Page };

/** A site under test: its address, and what it has really stored. */
export interface SiteUnderTest {
  url: string;
  /** The fields of everything stored, oldest first, read from the database file itself. */
  stored(): { kind: string; fields: Record<string, string> }[];
}

/** A server that stands for a third party; each test says how it answers. */
export interface ThirdParty {
  /** Answers all requests from now on. */
  answer: (handler: (request: IncomingMessage, response: ServerResponse) => void) => void;
  /** What was asked, with bodies, oldest first; a CORS preflight does not count. */
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
}

interface ThirdPartyServer extends ThirdParty {
  port: number;
  reset: () => void;
  close: () => Promise<void>;
}

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'content-type, accept',
};

const startThirdParty = async (): Promise<ThirdPartyServer> => {
  const requests: ThirdParty['requests'] = [];
  const acceptAll = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { ...cors, 'Content-Type': 'text/html' }).end('<p>Third party</p>');
  };
  let handler = acceptAll;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'OPTIONS') {
        response.writeHead(204, cors).end();
        return;
      }
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      handler(request, response);
    });
  });
  // On a connection that it has used before, Chromium itself repeats a request that was reset.
  server.maxRequestsPerSocket = 1;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    answer: (next) => {
      handler = next;
    },
    reset: () => {
      requests.length = 0;
      handler = acceptAll;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

interface WorkerFixtures {
  thirdPartyServers: Record<keyof typeof thirdPartyHosts, ThirdPartyServer>;
  siteServers: Record<VariantName, SiteUnderTest>;
}

interface TestFixtures {
  /** Which build the test looks at. */
  variant: VariantName;
  site: SiteUnderTest;
  thirdParties: Record<keyof typeof thirdPartyHosts, ThirdParty>;
  consoleRules: { expected: RegExp[]; allowed: RegExp[] };
  /** Console messages that the test expects; any other fails it, and so does one that stays away. */
  expectConsole: (...messages: RegExp[]) => void;
  /** Console messages that may come or not. */
  allowConsole: (...messages: RegExp[]) => void;
}

const openDatabaseReadOnly = (dataDir: string): DatabaseSync =>
  new DatabaseSync(databaseFile(dataDir), { readOnly: true });

export const test = base.extend<TestFixtures, WorkerFixtures>({
  thirdPartyServers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured argument
    async ({}, use) => {
      const servers = {
        formService: await startThirdParty(),
        booking: await startThirdParty(),
        newsletter: await startThirdParty(),
      };
      await use(servers);
      await Promise.all(Object.values(servers).map((server) => server.close()));
    },
    { scope: 'worker' },
  ],

  // The browser takes the third parties' hosts to their local ports, so they are other origins.
  launchOptions: [
    async ({ launchOptions, thirdPartyServers }, use) => {
      const rules = Object.entries(thirdPartyHosts).map(
        ([name, host]) =>
          `MAP ${host} 127.0.0.1:${thirdPartyServers[name as keyof typeof thirdPartyHosts].port}`,
      );
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=${rules.join(',')}`];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],

  siteServers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured argument
    async ({}, use) => {
      const running: RunningServer[] = [];
      const folders: string[] = [];
      const start = async (name: VariantName): Promise<SiteUnderTest> => {
        const dataDir = mkdtempSync(join(tmpdir(), 'site-'));
        folders.push(dataDir);
        const server = await startServer(
          readServerConfig({
            PORT: '0',
            DATA_DIR: dataDir,
            SITE_DIR: variants[name].folder,
            RATE_LIMIT: '0',
          }),
        );
        running.push(server);
        return {
          url: server.url,
          stored: () => {
            const database = openDatabaseReadOnly(dataDir);
            const rows = database.prepare('SELECT kind, fields FROM submission ORDER BY id').all();
            database.close();
            return rows.map(({ kind, fields }) => ({
              kind: String(kind),
              fields: JSON.parse(String(fields)) as Record<string, string>,
            }));
          },
        };
      };
      await use({
        embedded: await start('embedded'),
        hosted: await start('hosted'),
        widget: await start('widget'),
      });
      await Promise.all(running.map((server) => server.stop()));
      for (const folder of folders) rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  variant: ['embedded', { option: true }],

  site: async ({ variant, siteServers }, use) => use(siteServers[variant]),

  baseURL: async ({ site }, use) => use(site.url),

  thirdParties: async ({ thirdPartyServers }, use) => {
    for (const server of Object.values(thirdPartyServers)) server.reset();
    await use(thirdPartyServers);
  },

  consoleRules: [
    async ({ context }, use) => {
      const rules = { expected: [] as RegExp[], allowed: [] as RegExp[] };
      const unexpected: string[] = [];
      const seen = new Set<RegExp>();
      const look = (text: string): void => {
        const matches = [...rules.expected, ...rules.allowed].filter((rule) => rule.test(text));
        if (matches.length === 0) unexpected.push(text);
        for (const match of matches) seen.add(match);
      };
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') look(message.text());
      });
      context.on('weberror', (error) => look(String(error.error())));
      await use(rules);
      const missing = rules.expected.filter((rule) => !seen.has(rule));
      expect(unexpected, 'unexpected console messages').toEqual([]);
      expect(missing, 'console messages that stayed away').toEqual([]);
    },
    { auto: true },
  ],

  expectConsole: async ({ consoleRules }, use) =>
    use((...messages) => void consoleRules.expected.push(...messages)),

  allowConsole: async ({ consoleRules }, use) =>
    use((...messages) => void consoleRules.allowed.push(...messages)),
});

/**
 * Waits until the islands of a page have hydrated and their effects have run. Astro takes the `ssr`
 * mark off each one when it hands it to React, which works in tasks of its own; one of background
 * priority comes after all of them. Before that the page already works, but as plain HTML.
 * @param islands a selector of those to wait for
 */
export const hydrated = async (page: Page, islands = 'astro-island'): Promise<void> => {
  await expect(page.locator(`:is(${islands})[ssr]`)).toHaveCount(0);
  await page.evaluate(async () => {
    await window.scheduler.postTask(() => undefined, { priority: 'background' });
  });
};

/** Opens a page and waits for its islands. */
export const open = async (page: Page, path = '/'): Promise<void> => {
  await page.goto(path);
  await hydrated(page);
};
