import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, test } from 'vitest';
import { copyProject } from '../../tests/project-copy.ts';
import { isSample } from '../../tests/sample.ts';
import { chromiumFlags, findTestBrowser } from '../chromium.ts';
import { freePort } from '../free-port.ts';

let folder: string;
let address: string;
let command: ChildProcess;
let browser: Browser;
let page: Page;

const run = (...args: string[]) =>
  [
    ['tools/edit.ts', ...args],
    { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } },
  ] as const;
const text = (file: string): string => readFileSync(join(folder, 'content', file), 'utf8');
const site = () => page.frameLocator('iframe');
const field = (name: string) => page.getByLabel(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const entry = (name: string) => page.getByRole('group', { name, exact: true });

const open = async (file: string): Promise<void> => {
  await page.getByLabel('Part of the site').selectOption(`content/${file}`);
  await expect(page).toHaveURL(`${address}/#content/${file}`);
};
const save = async (): Promise<void> => {
  await button('Save').click();
  await expect(page.locator('.bar')).toContainText('Saved.', { timeout: 10_000 });
};
const expectMistake = async (...mistakes: string[]): Promise<void> => {
  await button('Save').click();
  await expect(page.getByRole('alert').getByRole('paragraph')).toContainText(mistakes);
};

const photograph = async (name: string, size: number) => {
  const create = { width: size, height: size, channels: 3, background: 'teal' } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
};

beforeAll(async () => {
  folder = copyProject();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  command = spawn(process.execPath, ...run('--port', String(port)));
  command.stderr?.pipe(process.stderr);
  const [said] = await once(command.stdout ?? command, 'data');
  expect(String(said)).toContain(address);
  const executablePath = findTestBrowser() ?? '';
  browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  page = await browser.newPage();
  // Vite's client reloads the page from then on.
  const isConnected = (message: { text: () => string }) => message.text() === '[vite] connected.';
  await Promise.all([page.waitForEvent('console', isConnected), page.goto(address)]);
});

afterAll(async () => {
  await browser?.close();
  if (command.kill()) await once(command, 'exit');
  rmSync(folder, { recursive: true });
});

test.skipIf(!isSample)(
  'what is edited is in its file, with comments and other fields as they were, and on the page beside it (behavior 8.4)',
  async () => {
    const hero = text('hero.yaml');
    await field('Sentence*').first().fill('Every rule has a price.');
    await save();
    const [before, after] = ['Every fraud check draws a line.', 'Every rule has a price.'];
    expect(text('hero.yaml')).toBe(hero.replace(before, after));
    await expect(site().getByRole('heading', { level: 1 })).toContainText(after);

    const services = text('services.yaml');
    await open('services.yaml');
    await button('Add service').click();
    const added = page.locator('#root_items_4');
    for (const [name, typed] of [
      ['Title*', 'Second reading'],
      ['Id*', 'second-reading'],
      ['Duration*', '1 week'],
      ['Weeks 1*', '1'],
      ['Weeks 2*', '1'],
      ['Consultation*', '30'],
      ['Summary*', 'A look at your rules.'],
      ['Description*', 'I read your rules.'],
      ['Message*', 'Please read our rules.'],
    ] as const) {
      await added.getByLabel(name, { exact: true }).fill(typed);
    }
    await added.getByRole('button', { name: 'Add deliverable' }).click();
    await added.getByLabel('Deliverable*').fill('A letter');
    await entry('Second reading').getByRole('button', { name: 'Move up' }).first().click();
    await save();
    const [first, last] = services.split(/(?= {2}- id: fractional)/);
    const written = `  - id: second-reading
    title: Second reading
    duration: 1 week
    weeks:
      - 1
      - 1
    consultation: 30
    summary: A look at your rules.
    description: I read your rules.
    deliverables:
      - A letter
    message: Please read our rules.
`;
    expect(text('services.yaml')).toBe(`${first}${written}${last}`);
    await expect(site().getByText('A look at your rules.')).toBeVisible();
    // The site has focused its section.
    await expect(site().locator('#services')).toHaveAttribute('tabindex', '-1');
    await expect(button('Save')).toBeFocused();

    const siteFile = text('site.yaml');
    await open('site.yaml');
    await entry('Section 6').getByRole('button', { name: 'Move up' }).press('Enter');
    await expect(entry('Section 5').getByRole('button', { name: 'Move up' })).toBeFocused();
    await save();
    expect(text('site.yaml')).toBe(siteFile.replace(/( {2}- clients\n)( {2}- about\n)/, '$2$1'));

    await open('about.yaml');
    await page.getByRole('group', { name: 'Portrait' }).getByRole('button').click();
    await field('Alternative*').fill('Robin at work');
    await field('File*').setInputFiles(await photograph('small.jpg', 300));
    await expectMistake('portrait: content/pictures/small.jpg has 300 × 300 pixels');
    await field('File*').setInputFiles(await photograph('Åsa at work.JPG', 700));
    await save();
    expect(readdirSync(join(folder, 'content/pictures'))).toEqual(['asa-at-work.jpg']);
    expect(text('about.yaml')).toContain(
      'portrait:\n  file: asa-at-work.jpg\n  alternative: Robin at work\n',
    );
    await expect(site().getByRole('img', { name: 'Robin at work' })).toBeVisible();

    await open('pages/.md');
    await field('Title*').fill('Speaking');
    await field('Text*').fill('## Talks\n\nTwenty minutes.');
    await expectMistake('address must be lower-case letters');
    await field('Address*').fill('speaking');
    await expectMistake('description is missing; it must be a text');
    await field('Description*').fill('Talks about fraud');
    await save();
    expect(text('pages/speaking.md')).toBe(
      '---\ntitle: Speaking\ndescription: Talks about fraud\n---\n\n## Talks\n\nTwenty minutes.\n',
    );
    await expect(site().getByRole('heading', { name: 'Talks' })).toBeVisible();
  },
  120_000,
);

test.skipIf(!isSample)(
  'a mistake, and a file that has changed meanwhile, are said beside the form, and nothing is written (behavior 8.4)',
  async () => {
    await open('identity.yaml');
    const identity = text('identity.yaml');
    await field('Email*').fill('robin');
    await expect(page.getByRole('status')).toHaveText('Not saved yet.');
    await expectMistake('email must be an email address, but is “robin”');
    await expect(field('Email*')).toHaveAccessibleDescription(/must be an email address/);
    expect(text('identity.yaml')).toBe(identity);
    await field('Email*').fill('robin@example.org');
    appendFileSync(join(folder, 'content/identity.yaml'), '# Mine.\n');
    await expectMistake('content/identity.yaml has changed since');
    expect(text('identity.yaml')).toBe(`${identity}# Mine.\n`);
    page.once('dialog', (dialog) => void dialog.accept());
    await button('Discard changes').click();
    await expect(field('Email*')).toHaveValue('robin@example.com');
    await field('Email*').fill('robin@example.org');
    await save();
    expect(text('identity.yaml')).toContain('# Mine.\n');
  },
  120_000,
);

test('it takes --help and a port, and stops with all that it has started (behavior 8.4)', async () => {
  const { status, stdout } = spawnSync(process.execPath, ...run('--help'));
  expect([status, String(stdout)]).toEqual([0, expect.stringContaining('--port')]);
  const second = spawnSync(process.execPath, ...run('--port', new URL(address).port));
  expect([second.status, String(second.stderr)]).toEqual([1, expect.stringContaining('is in use')]);
  const place = (await page.getByTitle('The site').getAttribute('src')) ?? '';
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([0, null]);
  await expect.poll(() => fetch(place).catch(() => 'gone')).toBe('gone');
}, 60_000);
