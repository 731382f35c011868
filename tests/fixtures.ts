import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import { notificationLabels } from '#content/messages.ts';
import { services } from '#content/services.ts';
import { type SiteUnderTest, startOnMachine } from '#hosting/tests/test-site.ts';
import { formatPhone } from '#model/phone.ts';
import type { Service } from '#model/schema.ts';
import { navigation } from '#model/sections.ts';
import type { SectionId } from '#model/vocabulary.ts';
import { mailtoUrl, telUrl } from '#src/links.ts';
import { siteHost, thirdPartyHosts, type VariantName, variants } from '../tools/variants.ts';

export { expect, type Locator, type Page };

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'content-type, accept',
};

type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

/** A stand-in server for a third party. */
export type ThirdParty = Awaited<ReturnType<typeof startThirdParty>>;

const startThirdParty = async () => {
  /** Oldest first, without CORS preflights. */
  const requests: Received[] = [];
  const acceptAll = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { ...cors, 'Content-Type': 'text/html' }).end('<p>Third party</p>');
  };
  let handler = acceptAll;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    if (method === 'OPTIONS') {
      response.writeHead(204, cors).end();
      return;
    }
    requests.push({ method, url, headers, body });
    handler(request, response);
  }).listen(0, '127.0.0.1');
  // Chromium repeats a request that is reset on a used connection.
  server.maxRequestsPerSocket = 1;
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    answer: (next: typeof handler) => {
      handler = next;
    },
    reset: () => {
      requests.length = 0;
      handler = acceptAll;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const startAll = async <Name extends string, Started>(
  names: readonly Name[],
  start: (name: Name) => Promise<Started>,
): Promise<Record<Name, Started>> => {
  const started = names.map(async (name) => [name, await start(name)] as const);
  return Object.fromEntries(await Promise.all(started)) as Record<Name, Started>;
};
const hostNames = Object.keys(thirdPartyHosts) as (keyof typeof thirdPartyHosts)[];

export interface WorkerFixtures {
  thirdPartyServers: Record<keyof typeof thirdPartyHosts, ThirdParty>;
  siteServers: Record<VariantName, SiteUnderTest>;
}

interface TestFixtures {
  /** The build under test. */
  variant: VariantName;
  site: SiteUnderTest;
  thirdParties: WorkerFixtures['thirdPartyServers'];
  consoleRules: { expected: RegExp[]; allowed: RegExp[] };
  /** The test fails if one of these console messages is missing, or if any other message appears. */
  expectConsole: (...messages: RegExp[]) => void;
  /** Console messages that may appear. */
  allowConsole: (...messages: RegExp[]) => void;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  thirdPartyServers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured argument
    async ({}, use) => {
      const servers = await startAll(hostNames, startThirdParty);
      await use(servers);
      for (const server of Object.values(servers)) server.close();
    },
    { scope: 'worker' },
  ],

  // Third parties have their own host names, and so their own origins.
  launchOptions: [
    async ({ launchOptions, thirdPartyServers, siteServers }, use) => {
      const rules = [
        ...hostNames.map(
          (name) => `MAP ${thirdPartyHosts[name]} 127.0.0.1:${thirdPartyServers[name].port}`,
        ),
        ...Object.entries(siteServers).map(
          ([name, { url }]) => `MAP ${siteHost(name)} ${new URL(url).host}`,
        ),
      ];
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=${rules.join(',')}`];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],

  siteServers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured argument
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), 'site-'));
      const sites = await startAll(Object.keys(variants) as VariantName[], (name) => {
        const { folder, environment } = variants[name];
        return startOnMachine(folder, join(data, name), environment);
      });
      await use(sites);
      await Promise.all(Object.values(sites).map((site) => site.stop()));
      rmSync(data, { recursive: true });
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
 * Hydrates islands, which otherwise wait for a visitor to come near. Astro removes `ssr` when it hands an island to
 * React, whose tasks all run before a task of background priority.
 */
export const hydrated = async (page: Page, islands = 'astro-island'): Promise<void> => {
  await expect
    .poll(() =>
      page.locator(`:is(${islands})[ssr]`).evaluateAll((asleep) => {
        for (const island of asleep) island.dispatchEvent(new Event('needed'));
        return asleep.length;
      }),
    )
    .toBe(0);
  await page.evaluate(async () => {
    await window.scheduler.postTask(() => undefined, { priority: 'background' });
  });
};

/** Holds back answers until the returned function is called. */
export const holdBack = async (page: Page, url: string): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    // The page may be gone by then.
    await route.fallback().catch(() => undefined);
  });
  return release;
};

/** Changes the HTML of a page before the browser gets it. */
export const changeHtml = (page: Page, url: string, change: (html: string) => string) =>
  page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });

/** Takes away an island's props, so that it throws while it renders. */
export const breakIsland = (page: Page, name: string) => {
  const props = new RegExp(`(<astro-island[^>]*component-export="${name}"[^>]*?props=")[^"]*"`);
  return changeHtml(page, '/', (html) => {
    expect(html).toMatch(props);
    return html.replace(props, '$1{}"');
  });
};

/** Waits until every section is laid out: src/layouts/Document.astro. */
export const laidOut = (page: Page): Promise<void> =>
  expect(page.locator('html[data-deferred]')).toHaveCount(0);

export const open = async (page: Page, path = '/'): Promise<void> => {
  await page.goto(path);
  await hydrated(page);
  await laidOut(page);
};

export const notices = (page: Page, text: string | RegExp = ''): Locator =>
  page
    .getByRole('region', { name: notificationLabels.region })
    .getByRole('group')
    .filter({ hasText: text });

/** The links to the booking page. */
export const scheduleIn = (place: Page | Locator): Locator =>
  place.locator('[data-action=schedule]').filter({ visible: true });

/** A link of the header, the menu or the footer to a section. */
export const navigationLink = (place: Page | Locator, section: SectionId): Locator => {
  const entry = navigation.find((candidate) => candidate.section === section);
  if (!entry) throw new RangeError(`The navigation has no entry for ${section}`);
  return place.getByRole('link', { name: entry.label, exact: true });
};

/** Sections that the navigation leads to, far from each other. */
export const [firstSection, lastSection] = [navigation[0], navigation.at(-1)].map(
  (entry) => entry?.section ?? 'contact',
) as [SectionId, SectionId];

/** The first and the last service, which may be the same one. */
export const [firstService, lastService] = [services.items[0], services.items.at(-1)] as [
  Service,
  Service,
];

/** Returns a link to a resource that is not in the catalogue. */
export const missingResource = async (page: Page): Promise<Locator> => {
  const link = page.getByRole('link', { name: services.banner.caseStudiesLabel });
  await link.evaluate((element) => {
    element.removeAttribute('download');
  });
  return link;
};

export const emailHref = mailtoUrl({ to: identity.email });
export const callHref = telUrl(identity.phone);
export const callName = `${contact.actions.call.label} ${formatPhone(identity.phone)}`;

export const expectLink = (
  place: Page | Locator,
  name: string | RegExp,
  href: string | RegExp,
): Promise<void> => expect(place.getByRole('link', { name })).toHaveAttribute('href', href);
