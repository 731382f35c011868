import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const pathOf = (file: string) => join(folder, 'content', file);
const text = (file: string): string => readFileSync(pathOf(file), 'utf8');
const site = () => page.frameLocator('iframe');
const field = (name: string) => page.getByLabel(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const entries = (list: string) => page.locator(`[aria-label="${list}"] > .field`);

const start = async (): Promise<void> => {
  command = spawn(process.execPath, ...run('--port', new URL(address).port));
  command.stderr?.pipe(process.stderr);
  const [said] = await once(command.stdout ?? command, 'data');
  expect(String(said)).toContain(address);
};
const open = async (file: string): Promise<void> => {
  await page.goto(`${address}/?name=content/${file}`);
  await expect(field('Part of the site')).toHaveValue(`content/${file}`);
};
const save = async (): Promise<void> => {
  await button('Save').click();
  await expect(page.getByRole('status')).toHaveText('Saved.', { timeout: 10_000 });
};
const expectMistake = async (...mistakes: string[]): Promise<void> => {
  await expect(page.getByRole('alert').getByRole('paragraph')).toContainText(mistakes);
};
const refuse = async (...mistakes: string[]): Promise<void> => {
  await button('Save').click();
  await expectMistake(...mistakes);
};

const photograph = async (name: string, size: number) => {
  const create = { width: size, height: size, channels: 3, background: 'teal' } as const;
  const buffer = await sharp({ create }).jpeg().toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
};

beforeAll(async () => {
  folder = copyProject();
  address = `http://127.0.0.1:${await freePort()}`;
  await start();
  const executablePath = findTestBrowser() ?? '';
  browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  page = await browser.newPage();
  page.on('dialog', (dialog) => void dialog.accept('speaking'));
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
    await field('Sentence 1').fill('Every rule has a price.');
    await save();
    const [before, after] = ['Every fraud check draws a line.', 'Every rule has a price.'];
    expect(text('hero.yaml')).toBe(hero.replace(before, after));
    await expect(site().getByRole('heading', { level: 1 })).toContainText(after);

    const services = text('services.yaml');
    await open('services.yaml');
    await button('Add service').click();
    const added = entries('Items').last();
    for (const [name, typed] of [
      ['Id', 'second-reading'],
      ['Title', 'Second reading'],
      ['Duration', '1 week'],
      ['Weeks 1', '1'],
      ['Weeks 2', '1'],
      ['Consultation', '30'],
      ['Summary', 'A look at your rules.'],
      ['Description', 'I read your rules.'],
    ] as const) {
      await added.getByLabel(name, { exact: true }).fill(typed);
    }
    await added.getByRole('button', { name: 'Add deliverable' }).click();
    await added.getByLabel('Deliverable 1').fill('A letter');
    await added.getByLabel('Message').fill('Please read our rules.');
    await added.getByRole('button', { name: 'Up' }).last().click();
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
    const down = entries('Sections').nth(4).getByRole('button', { name: 'Down' });
    await down.press('Enter');
    const moved = entries('Sections').nth(5).getByRole('button', { name: 'Down' });
    await expect(moved).toBeFocused();
    await save();
    expect(text('site.yaml')).toBe(siteFile.replace(/( {2}- clients\n)( {2}- about\n)/, '$2$1'));

    const about = text('about.yaml');
    await open('about.yaml');
    await button('Add portrait').click();
    await field('File').setInputFiles(await photograph('small.jpg', 300));
    await field('Alternative').fill('Robin at work');
    await refuse('portrait: content/pictures/small.jpg has 300 × 300 pixels');
    await field('File').setInputFiles(await photograph('Åsa at work.JPG', 700));
    await save();
    expect(readdirSync(pathOf('pictures'))).toEqual(['asa-at-work.jpg']);
    expect(text('about.yaml')).toContain(
      'portrait:\n  file: asa-at-work.jpg\n  alternative: Robin at work\n',
    );
    await expect(site().getByRole('img', { name: 'Robin at work' })).toBeVisible();
    await page
      .getByRole('group', { name: 'Portrait' })
      .locator('..')
      .getByRole('button', { name: 'Remove' })
      .click();
    await save();
    expect(text('about.yaml')).toBe(about);

    await field('Part of the site').selectOption('A new page …');
    await field('Title').fill('Speaking');
    await field('Text, in Markdown').fill('## Talks\n\nTwenty minutes.');
    await refuse('description is missing; it must be a text');
    await field('Description').fill('Talks about fraud');
    await save();
    expect(text('pages/speaking.md')).toBe(
      '---\ntitle: Speaking\ndescription: Talks about fraud\n---\n\n## Talks\n\nTwenty minutes.\n',
    );
    await page.reload();
    await expect(site().getByRole('heading', { name: 'Talks' })).toBeVisible();
  },
  120_000,
);

test.skipIf(!isSample)(
  'a mistake, and a file that has changed meanwhile, are named beside the form, and nothing is written (behavior 8.4)',
  async () => {
    await open('identity.yaml');
    const identity = text('identity.yaml');
    await field('Email').fill('robin');
    await expect(page.getByRole('status')).toHaveText('Not saved yet.');
    await refuse('email must be an email address, but is “robin”');
    await expect(field('Email')).toHaveAccessibleDescription(/must be an email address/);
    await expect(field('Email')).toBeFocused();
    await field('Email').fill('robin@example.org');
    appendFileSync(pathOf('identity.yaml'), '# Mine.\n');
    await refuse('content/identity.yaml was made or changed elsewhere');
    expect(text('identity.yaml')).toBe(`${identity}# Mine.\n`);
    await open('identity.yaml');
    await field('Email').fill('robin@example.org');
    await save();
    expect(text('identity.yaml')).toContain('# Mine.\n');

    // A colon that YAML takes for the end of a name.
    writeFileSync(pathOf('identity.yaml'), `${identity}oops: a: b\n`);
    await open('identity.yaml');
    await expectMistake('the text has a colon with a space after it');
    await field('The whole file').fill(identity);
    await save();
    await open('identity.yaml');
    await expect(field('Email')).toHaveValue('robin@example.com');
    await page.goto(`${address}/?name=content/none.yaml`);
    await expectMistake('content/none.yaml is not edited here');
    await field('Part of the site').selectOption('Hero');
    await expect(field('Sentence 2')).toHaveValue('Draw yours on purpose.');
  },
  120_000,
);

test.skipIf(!isSample)(
  'what is typed stays while a save is under way, and when there is no answer (behavior 8.4)',
  async () => {
    await open('contact.yaml');
    await field('Heading').first().fill('One');
    await page.route('**/file?*', async (route) => {
      await field('Heading').first().fill('Two');
      await route.continue();
    });
    await button('Save').dblclick();
    await expect(page.getByRole('status')).toHaveText('Not saved yet.');
    await expect(page.getByRole('alert')).toBeEmpty();
    expect(text('contact.yaml')).toContain('heading: One\n');
    await page.unroute('**/file?*');
    command.kill('SIGINT');
    expect(await once(command, 'exit')).toEqual([0, null]);
    await refuse('The editor was stopped');
    await start();
    await save();
    expect(text('contact.yaml')).toContain('heading: Two\n');
  },
  120_000,
);

test('it takes --help and a port, and stops with all that it has started (behavior 8.4)', async () => {
  const { status, stdout } = spawnSync(process.execPath, ...run('--help'));
  expect([status, String(stdout)]).toEqual([0, expect.stringContaining('--port')]);
  const second = spawnSync(process.execPath, ...run('--port', new URL(address).port));
  expect([second.status, String(second.stderr)]).toEqual([1, expect.stringContaining('is in use')]);
  await page.goto(address);
  const place = (await page.getByTitle('The site').getAttribute('src')) ?? '';
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([0, null]);
  await expect.poll(() => fetch(place).catch(() => 'gone')).toBe('gone');
}, 60_000);
