import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConsoleMessage, expect, test } from '@playwright/test';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import manifest from '../../package.json' with { type: 'json' };
import { freePort } from '../../tools/free-port.ts';
import { copyProject } from '../project-copy.ts';

const patient = expect.configure({ timeout: 30_000 });
test.use({ actionTimeout: 30_000 });

let folder = '';
/** The file with the words of the language. */
const words = [site.language, site.language.split('-')[0]]
  .map((code) => `words/${code}.yaml`)
  .find((file) => existsSync(`content/${file}`)) as string;
/** Replaces words in a file of the project. */
const change = (file: string, from: string, to: string): void => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text, file).toContain(from);
  writeFileSync(join(folder, file), text.replace(from, to));
};
const edit = (file: string, ...words: [from: string, to: string]): void =>
  change(join('content', file), ...words);

let output = '';
let url = '';
let child: ChildProcess;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = copyProject();
  // The packages are linked from outside.
  const outside = 'envDir: false,\n    server: { fs: { strict: false } },';
  change('astro.config.ts', 'envDir: false,', outside);
  const PORT = String(await freePort());
  url = `http://127.0.0.1:${PORT}`;
  const [, ...args] = manifest.scripts.dev.split(' ');
  child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PORT, HOST: '127.0.0.1' },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  await expect.poll(() => output, { timeout: 60_000 }).toContain('watching for file changes');
});
test.afterAll(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true });
});

test('the dev server shows each change in content/ at once, and each mistake in plain words, on the page and in the terminal', async ({
  page,
}) => {
  await page.goto(url);
  // The islands have their files as well.
  const script = page.locator('astro-island[component-export=PageScript]:not([ssr])');
  await expect(script).toBeAttached({ timeout: 60_000 });
  edit(words, 'region: ', 'region: All ');
  // The region of notices has a name only while it has a notice.
  await expect(async () => {
    await page.getByRole('link', { name: services.banner.caseStudiesLabel }).click();
    await expect(page.locator('[aria-label^="All "]')).toBeAttached({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });

  const heading = page.getByRole('heading', { level: 1 });
  const mistakes: [file: string, from: string, to: string, line: RegExp][] = [
    ['services.yaml', 'heading: ', 'heading: So: ', /services\.yaml:\d+: the text has a colon/],
    ['pages/terms.md', '{firm}', '{frim}', /terms\.md:\d+: .*\{frim\} is not known; use \{firm\}/],
  ];
  const title = await heading.innerText();
  for (const [file, from, to, line] of mistakes) {
    edit(file, from, to);
    await patient(page.locator('body'), file).toContainText(line);
    const answer = await page.request.get(url, { headers: { accept: 'text/html' } });
    expect(answer.status()).toBe(500);
    const lines = (await page.locator('body').innerText()).split('\n');
    const shown = lines.filter((one) => line.test(one));
    expect(shown).toHaveLength(1);
    expect(output).toContain(shown[0]);
    edit(file, to, from);
    await patient(heading).toHaveText(title);
  }
  expect(output).not.toMatch(/^\s+at /m);

  const isConnected = (message: ConsoleMessage) => message.text() === '[vite] connected.';
  // A reload of the page before would end the navigation.
  await patient(async () => {
    await page.goto('about:blank');
    // Before it is connected, the page receives no changes.
    const connected = page.waitForEvent('console', isConnected);
    await Promise.all([connected, page.goto(`${url}/terms`)]);
  }).toPass({ timeout: 60_000 });
  const [firstHeading = ''] = readFileSync('content/pages/terms.md', 'utf8').match(/^## .+/m) ?? [];
  edit('pages/terms.md', firstHeading, '## What I promise');
  await patient(page.getByText('What I promise').last()).toBeVisible();
  edit('identity.yaml', identity.firm, 'Harbor Risk');
  await patient(page.locator('main')).toContainText('Harbor Risk');

  edit(words, embedded.calendar.title, 'Ask for an hour');
  await patient(async () => {
    await page.goto('about:blank');
    await page.goto(`${url}/book?zone=UTC`);
    await expect(heading).toHaveText('Ask for an hour');
  }).toPass({ timeout: 60_000 });
});
