import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { about } from '#content/about.ts';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { resources } from '#content/resources.ts';
import { aboutSchema, identitySchema } from '#content/schema/schema.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import manifest from '../../package.json' with { type: 'json' };
import { freePort } from '../../tools/free-port.ts';
import { copyProject } from '../project-copy.ts';

interface Dev {
  url: string;
  said: () => string;
  /** Replaces words in a file of the project. */
  edit: (file: string, from: string, to: string) => void;
}

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

/** `npm run dev`, in a copy of the project. */
const test = base.extend<object, { dev: Dev }>({
  dev: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parameters.
    async ({}, use) => {
      const folder = copyProject();
      // The packages are linked from outside.
      const config = join(folder, 'astro.config.ts');
      const outside = 'envDir: false,\n    server: { fs: { strict: false } },';
      writeFileSync(config, readFileSync(config, 'utf8').replace('envDir: false,', outside));
      const PORT = String(await freePort());
      const url = `http://127.0.0.1:${PORT}`;
      const [, ...args] = manifest.scripts.dev.split(' ');
      const child = spawn(process.execPath, args, {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, PORT, HOST: '127.0.0.1' },
      });
      let said = '';
      await new Promise<void>((resolve, reject) => {
        const listen = (chunk: Buffer): void => {
          said += chunk;
          if (said.includes('watching for file changes')) resolve();
        };
        child.stdout.on('data', listen);
        child.stderr.on('data', listen);
        child.once('exit', () => reject(new Error(`npm run dev has ended: ${said}`)));
      });
      await use({
        url,
        said: () => said,
        edit: (file, from, to) => {
          const text = readFileSync(join(folder, file), 'utf8');
          expect(text, file).toContain(from);
          writeFileSync(join(folder, file), text.replace(from, to));
        },
      });
      await stop(child);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.setTimeout(180_000);
test.use({ actionTimeout: 30_000 });
const patient = expect.configure({ timeout: 30_000 });

test('a change of each file in content/ is on the page that is open, at once', async ({
  page,
  dev,
}) => {
  await page.goto(dev.url);
  // Islands have their files, too.
  const script = page.locator('astro-island[client=script]:not([ssr])');
  await expect(script).toBeAttached({ timeout: 60_000 });
  const changes: [file: string, from: string, to: string][] = [
    ['identity.ts', identity.person, 'Dana Whitfield'],
    ['site.ts', site.footer.statement, 'Risk and the machine'],
    ['hero.ts', hero.headline.at(-1) ?? '', 'Draw yours today.'],
    ['services.ts', services.heading, 'Four ways to work'],
    ['expertise.ts', expertise.heading, 'One person'],
    ['about.ts', about.heading, 'How it began'],
    ['resources.ts', resources.heading, 'Two papers'],
    ['contact.ts', contact.heading, 'Say what is happening'],
    ['threshold-figure.ts', thresholdFigure.hint, 'Push the line.'],
  ];
  for (const [file, from, to] of changes) {
    dev.edit(`content/${file}`, from, to);
    await patient(page.getByText(to).first(), file).toBeVisible();
  }
  dev.edit('content/messages.ts', "region: '", "region: 'All ");
  // Their region has its name when there is one.
  await expect(async () => {
    await page.getByRole('link', { name: services.banner.caseStudiesLabel }).click();
    await expect(page.locator('[aria-label^="All "]')).toBeAttached({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });

  await page.goto(`${dev.url}/terms`);
  const [firstHeading = ''] = readFileSync('content/terms.md', 'utf8').match(/^## .+/m) ?? [];
  dev.edit('content/terms.md', firstHeading, '## What I promise');
  await patient(page.getByText('What I promise').last()).toBeVisible();
  dev.edit('content/identity.ts', identity.firm, 'Harbor Risk');
  await patient(page.locator('main')).toContainText('Harbor Risk');

  await page.goto(`${dev.url}/book`);
  dev.edit('content/embedded.ts', embedded.calendar.title, 'Ask for an hour');
  await patient(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask for an hour');
  }).toPass({ timeout: 30_000 });
});

const lineOf = (file: string, words: string): number =>
  readFileSync(`content/${file}.ts`, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(words)) + 1;

test('a mistake in the content stands on the page and in the terminal in the same plain words', async ({
  page,
  dev,
}) => {
  const mistakes: [file: string, from: string, to: string, lines: string[]][] = [
    [
      'content/about.ts',
      'principlesHeading:',
      'principleHeading:',
      [
        'The content has mistakes:',
        `  - content/about.ts:${lineOf('about', 'export const')}: principlesHeading is missing; it must be a text between quotation marks`,
        `  - content/about.ts:${lineOf('about', 'principlesHeading')}: the file has no field “principleHeading”; did you mean “principlesHeading”? It has ${Object.keys(aboutSchema.shape).join(', ')}`,
      ],
    ],
    [
      'content/identity.ts',
      '  office: {',
      '  offices: {',
      [
        'The content has mistakes:',
        `  - content/identity.ts:${lineOf('identity', 'export const')}: office is missing; it must be a group of fields between { and }`,
        `  - content/identity.ts:${lineOf('identity', 'office:')}: the file has no field “offices”; did you mean “office”? It has ${Object.keys(identitySchema.shape).join(', ')}`,
      ],
    ],
    [
      'content/services.ts',
      `discuss: '${services.labels.discuss}',`,
      `discuss: '${services.labels.discuss}'`,
      [
        'The content has mistakes:',
        `  - content/services.ts:${lineOf('services', 'discuss:')}: a comma is missing at the end of the line`,
      ],
    ],
    [
      'content/terms.md',
      '{firm}',
      '{frim}',
      [
        'content/terms.md: {frim} is not known; use {firm}, {person}, {email}, {phone}, {office}, {answerWithin}, {retention}, {analyticsRetention}, {phoneDigits}, {callHours}',
      ],
    ],
  ];
  await page.goto(dev.url);
  // The other test may have changed it: it is the worker's copy.
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  for (const [file, from, to, lines] of mistakes) {
    await patient(page.getByRole('heading', { level: 1 })).not.toHaveText(lines[0] as string);
    dev.edit(file, from, to);
    await patient(page.getByRole('heading', { level: 1 })).toHaveText(lines[0] as string);
    const body = await page.locator('body').innerText();
    for (const line of lines) expect(body).toContain(line.trim());
    expect(body).not.toMatch(/^\s*at /m);
    expect((await page.request.get(dev.url, { headers: { accept: 'text/html' } })).status()).toBe(
      500,
    );
    expect(dev.said()).toContain(lines.join('\n'));
    dev.edit(file, to, from);
  }
  await patient(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  expect(dev.said()).not.toMatch(/^\s+at /m);
});
