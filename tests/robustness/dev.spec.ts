import { spawn } from 'node:child_process';
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
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import manifest from '../../package.json' with { type: 'json' };
import { freePort } from '../../tools/free-port.ts';
import { copyProject } from '../project-copy.ts';

interface Dev {
  url: string;
  said: () => string;
  /** Replaces words in a file of content/. */
  edit: (file: string, from: string, to: string) => void;
}

/** `npm run dev`, in a copy of the project. */
const test = base.extend<{ dev: Dev }>({
  dev: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the parameters.
    async ({}, use) => {
      const folder = copyProject();
      const edit = (file: string, from: string, to: string): void => {
        const text = readFileSync(join(folder, file), 'utf8');
        expect(text, file).toContain(from);
        writeFileSync(join(folder, file), text.replace(from, to));
      };
      // The packages are linked from outside.
      const outside = 'envDir: false,\n    server: { fs: { strict: false } },';
      edit('astro.config.ts', 'envDir: false,', outside);
      const PORT = String(await freePort());
      const [, ...args] = manifest.scripts.dev.split(' ');
      const child = spawn(process.execPath, args, {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, PORT, HOST: '127.0.0.1' },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          said += chunk;
        });
      }
      const ended = once(child, 'exit');
      await expect.poll(() => said, { timeout: 60_000 }).toContain('watching for file changes');
      await use({
        url: `http://127.0.0.1:${PORT}`,
        said: () => said,
        edit: (file, ...words) => edit(join('content', file), ...words),
      });
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
    { timeout: 120_000 },
  ],
});

const patient = expect.configure({ timeout: 30_000 });
test.use({ actionTimeout: 30_000 });

test('while the owner writes, each change of content/ is on the page at once, and each mistake on it and in the terminal, in plain words', async ({
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
    dev.edit(file, from, to);
    await patient(page.getByText(to).first(), file).toBeVisible();
  }
  dev.edit('messages.ts', "region: '", "region: 'All ");
  // Their region has its name when there is one.
  await expect(async () => {
    await page.getByRole('link', { name: services.banner.caseStudiesLabel }).click();
    await expect(page.locator('[aria-label^="All "]')).toBeAttached({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });

  const heading = page.getByRole('heading', { level: 1 });
  const mistakes: [file: string, from: string, to: string, line: RegExp][] = [
    ['about.ts', 'principlesHeading:', 'heading2:', /about\.ts:\d+: principlesHeading is missing;/],
    ['services.ts', '  ],\n', '  ]\n', /services\.ts:\d+: a comma is missing at the end/],
    ['terms.md', '{firm}', '{frim}', /terms\.md: \{frim\} is not known; use \{firm\}/],
  ];
  const title = await heading.innerText();
  for (const [file, from, to, line] of mistakes) {
    dev.edit(file, from, to);
    await patient(page.locator('body'), file).toContainText(line);
    const answer = await page.request.get(dev.url, { headers: { accept: 'text/html' } });
    expect(answer.status()).toBe(500);
    const said = (await page.locator('body').innerText())
      .split('\n')
      .filter((one) => line.test(one));
    expect(said).toHaveLength(1);
    expect(dev.said()).toContain(said[0]);
    dev.edit(file, to, from);
    await patient(heading).toHaveText(title);
  }
  expect(dev.said()).not.toMatch(/^\s+at /m);

  await page.goto(`${dev.url}/terms`);
  const [firstHeading = ''] = readFileSync('content/terms.md', 'utf8').match(/^## .+/m) ?? [];
  dev.edit('terms.md', firstHeading, '## What I promise');
  await patient(page.getByText('What I promise').last()).toBeVisible();
  dev.edit('identity.ts', identity.firm, 'Harbor Risk');
  await patient(page.locator('main')).toContainText('Harbor Risk');

  await page.goto(`${dev.url}/book`);
  dev.edit('embedded.ts', embedded.calendar.title, 'Ask for an hour');
  await patient(async () => {
    await page.reload();
    await expect(heading).toHaveText('Ask for an hour');
  }).toPass({ timeout: 30_000 });
});
