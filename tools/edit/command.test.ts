import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import * as playwright from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { copyProject } from '../../tests/project-copy.ts';
import { isSample } from '../../tests/sample.ts';
import { chromiumFlags, findTestBrowser } from '../chromium.ts';
import { readYamlFile, setIn } from '../setup/yaml-file.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
const ofSample = test.skipIf(!isSample);
/** Waits longer, because the site and the doctor take some seconds on a busy machine. */
const expect = playwright.expect.configure({ timeout: 20_000 });
const folder = copyProject();
const executablePath = findTestBrowser() ?? '';
const browser = await playwright.chromium.launch({ executablePath, args: [...chromiumFlags] });
const page = await browser.newPage();
let address: string;
let command: ChildProcess;

const pathOf = (file: string) => join(folder, 'content', file);
const text = (file: string): string => fs.readFileSync(pathOf(file), 'utf8');
const site = () => page.frameLocator('iframe');
const field = (name: string) => page.getByLabel(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

const start = async (): Promise<void> => {
  const env = { PATH: process.env.PATH };
  command = spawn(process.execPath, ['tools/edit.ts'], { cwd: folder, env });
  command.stderr?.pipe(process.stderr);
  const [output] = await once(command.stdout ?? command, 'data');
  address = /http:\S+(?=\/\.)/.exec(String(output))?.[0] ?? 'none';
};
const open = async (file: string): Promise<void> => {
  await page.goto(`${address}/?name=content/${file}`);
  await expect(field('Part of the site')).toHaveValue(`content/${file}`);
};
const save = async (): Promise<void> => {
  await button('Save').click();
  await expect(page.getByRole('status')).toHaveText('Saved.');
};
/** Presses buttons until none is left. */
const pressAll = async (buttons: playwright.Locator): Promise<void> => {
  await expect(buttons).not.toHaveCount(0);
  for (let count = await buttons.count(); count > 0; count--) {
    await buttons.first().click();
    await expect(buttons).toHaveCount(count - 1);
  }
};
/** Sends a request as the editor's page does. */
const ask = async (action: string, file = '', body: FormData | null = null) => {
  const request = { method: 'POST', headers: { origin: address }, body };
  return (await fetch(`${address}/file/${action}?name=${file}`, request)).json();
};
const refuse = async (mistake: string): Promise<void> => {
  await button('Save').click();
  await expect(page.getByRole('alert')).toContainText(mistake);
};

/** Whether nothing covers the middle of an element. */
const isUncovered = (element: Element): boolean => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === element;
};

/** Chooses a square photograph in the field for files. */
const choosePhotograph = async (name: string, width: number): Promise<void> => {
  const create = { width, height: width, channels: 3, background: 'teal' } as const;
  await sharp({ create }).toFile(join(folder, name));
  await field('File').setInputFiles(join(folder, name));
};

beforeAll(async () => {
  await start();
  page.setDefaultTimeout(60_000);
  page.on('dialog', (dialog) => void dialog.accept('Speaking'));
  // Vite's client reloads the page from then on.
  const isConnected = (message: { text: () => string }) => message.text() === '[vite] connected.';
  await Promise.all([page.waitForEvent('console', isConnected), page.goto(address)]);
});

afterAll(async () => {
  await browser.close();
  if (command.kill()) await once(command, 'exit');
  fs.rmSync(folder, { recursive: true });
});

ofSample('an edit changes its part of the file, and the page (behavior 8.4)', async () => {
  await open('hero.yaml');
  const hero = text('hero.yaml');
  const tiles = page.locator('[aria-label="Tiles"] > .field');
  await field('Headline 1').fill('Every rule has a price.');
  await button('Add: Tiles').click();
  await tiles.last().getByLabel('Title').fill('Appeals');
  await tiles.last().getByLabel('Text').fill(' Heard:\vwithin a day.\n');
  await tiles.last().getByText('Up').press('Enter');
  await expect(tiles.nth(3).getByText('Up')).toBeFocused();
  await save();
  const added = '  - title: Appeals\n    text: |-\n      Heard:\n      within a day.\n';
  const edited = hero.replace('Every fraud check draws a line.', 'Every rule has a price.');
  expect(text('hero.yaml')).toBe(edited.replace('  - title: AI & ML', `${added}$&`));
  await expect(site().getByRole('heading', { level: 1 })).toContainText('Every rule has a price.');
  await expect(button('Save')).toBeFocused();
  const about = text('about.yaml');
  await open('about.yaml');
  await page.getByText('Portrait', { exact: true }).click();
  await choosePhotograph('small.jpg', 300);
  await field('Alternative').fill('Robin at work');
  await refuse('portrait: content/pictures/small.jpg has 300 × 300 pixels');
  await choosePhotograph('Åsa at work.JPG', 700);
  await save();
  expect(fs.readdirSync(pathOf('pictures'))).toEqual(['asa-at-work.jpg']);
  const portrait = 'portrait:\n  file: asa-at-work.jpg\n  alternative: Robin at work\n';
  expect(text('about.yaml')).toContain(portrait);
  await expect(site().getByRole('img', { name: 'Robin at work' })).toBeVisible();
  await choosePhotograph('asa-at-work.jpg', 700);
  await refuse('content/pictures/asa-at-work.jpg already exists: rename it.');
  await page.locator('[aria-label="Portrait"] + button').click();
  await save();
  expect(text('about.yaml')).toBe(about);
  await field('Part of the site').selectOption('A new page …');
  await field('Title').fill('Speaking');
  await field('Text, in Markdown').fill('## Talks\n\nTwenty minutes.');
  await refuse('Description is missing; it must be a text');
  await field('Description').fill('Talks about fraud');
  await save();
  const head = '---\ntitle: Speaking\ndescription: Talks about fraud\n---\n';
  expect(text('pages/speaking.md')).toBe(`${head}\n## Talks\n\nTwenty minutes.\n`);
  await expect(site().getByRole('heading', { name: 'Talks' })).toBeVisible();
  await field('Title').fill('Talks');
  await button('Remove this part: Speaking').click();
  await expect(field('Part of the site')).toHaveValue('');
  expect(fs.existsSync(pathOf('pages/speaking.md'))).toBe(false);
});

ofSample('mistakes and foreign changes keep a file as it is (behavior 8.4)', async () => {
  await open('identity.yaml');
  const identity = text('identity.yaml');
  await field('Email').fill('robin');
  await refuse('Email must be an email address, but is “robin”');
  await expect(field('Email')).toHaveAccessibleDescription(/Email must be an email address/);
  await expect(field('Email')).toBeFocused();
  await page.setViewportSize({ width: 390, height: 600 });
  await field('Answer within').fill('');
  await field('Country').fill('New Zealand');
  await field('Email').fill('robin@example.org');
  await refuse('Country must be a two-letter country code');
  await expect(field('Country')).toBeFocused();
  expect(await field('Country').evaluate(isUncovered)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 720 });
  await open('availability.yaml');
  await field('Hours 1').first().fill('9 to 12');
  await refuse('the 1st entry of Weekly hours, Monday must be hours such as');
  await open('theme.yaml');
  await expect(page.getByText('Colors as')).not.toContainText('yaml-language-server');
  await open('identity.yaml');
  await field('Email').fill('robin@example.org');
  fs.appendFileSync(pathOf('identity.yaml'), '# Mine.\n');
  await refuse('Nothing was written. content/identity.yaml has changed elsewhere: start again.');
  expect(text('identity.yaml')).toBe(`${identity}# Mine.\n`);
  fs.writeFileSync(pathOf('identity.yaml'), `${identity}oops: a: b\n`);
  await open('identity.yaml');
  await expect(page.getByRole('alert')).toContainText('the text has a colon with a space after it');
  fs.writeFileSync(pathOf('identity.yaml'), identity);
});

ofSample('the doctor’s findings are shown, confirmed and removed (behavior 8.4)', async () => {
  const checklist = page.getByLabel('Before you publish');
  await page.goto(address);
  await checklist.getByRole('link', { name: 'Address and mail' }).click();
  const origin = field('Address of the site, such as https://firm.com (SITE_URL)');
  await expect(origin).toBeFocused();
  await origin.fill('firm.com');
  await refuse('SITE_URL must be a web address (https://…), but is "firm.com"');
  await origin.fill('https://firm.com');
  await save();
  await expect(checklist.getByRole('listitem')).toHaveCount(0);
  await page.getByLabel('Host that you publish on').selectOption('machine');
  await save();
  expect(text('../.env')).toBe('SITE_URL=https://firm.com\nPUBLISH_HOST=machine\n');

  await open('site.yaml');
  await expect(field('Booking')).toBeChecked();
  await expect(field('Statement')).toHaveAccessibleDescription(/From the sample/);
  await open('contact.yaml');
  const kept = 'Leave out customer data and anything privileged.';
  await field('Intro').fill(`Mine. ${kept}`);
  await save();
  await expect(field('Intro')).toHaveAccessibleDescription(`From the sample: “${kept}”`);
  await open('pages/terms.md');
  const [, paragraph = ''] = /^## .*\n\n(.*)$/m.exec(text('pages/terms.md')) ?? [];
  await page.getByText(/^From the sample: \d+ paragraphs$/).click();
  await expect(page.locator('.hint').getByText(paragraph)).toBeVisible();

  await open('resume.md');
  await pressAll(button('Remove this part: Resume'));
  expect(fs.existsSync(pathOf('resume.md'))).toBe(false);

  await open('identity.yaml');
  await field('Email').fill('robin@firm.com');
  await button('True of me: Identity').click();
  await expect(checklist.getByRole('listitem')).toHaveCount(0);
  expect(text('identity.yaml')).toContain('email: robin@firm.com\n');
  await page.goto(address);
  await checklist.getByRole('link', { name: 'Hero' }).click();
  await expect(field('Eyebrow')).toBeFocused();
  await page.goto(address);
  const papers = join(folder, 'public/resources/white-papers');
  const [paper = ''] = fs.readdirSync(papers);
  const own = paper.replace('.', '.2027.');
  fs.writeFileSync(join(papers, own), 'Mine');
  await pressAll(button(`Remove: public/resources/white-papers/${paper}`));
  expect(fs.readdirSync(papers)).not.toContain(paper);
  expect(fs.readdirSync(papers)).toContain(own);
  await pressAll(checklist.getByRole('button', { name: /^True of me/ }));
  await ask('confirm', 'content');
  await page.goto(address);
  await expect(checklist).toContainText('is missing, or is not a readable PDF');
  await open('resources.yaml');
  await pressAll(page.locator('[aria-label="Catalogue"] > .field > [aria-label^="Remove:"]'));
  await save();
  await expect(checklist).toContainText('The site can be published: ');
});

ofSample('files that are confirmed at the same time are all recorded (behavior 8.4)', async () => {
  fs.rmSync(pathOf('.confirmed.json'), { force: true });
  const files = ['content/hero.yaml', 'content/about.yaml', 'content/pages/terms.md'];
  await Promise.all(files.map((file) => ask('confirm', file)));
  expect(new Set(Object.keys(JSON.parse(text('.confirmed.json'))))).toEqual(new Set(files));
});

test('only the editor’s own page reads and writes, and only the content (behavior 8.4)', async () => {
  const file = `${address}/file/open?name=content/hero.yaml`;
  const answers = { [address]: 200, 'http://127.0.0.1:4321': 403, '': 403 };
  for (const [origin, status] of Object.entries(answers)) {
    const headers = origin ? { origin } : {};
    expect((await fetch(file, { method: 'POST', headers })).status, origin).toBe(status);
  }
  const host = `evil.example:${new URL(address).port}`;
  const rebound = get(file, { headers: { host, origin: `http://${host}` } });
  expect((await once(rebound, 'response'))[0]).toMatchObject({ statusCode: 403 });
  const secret = 'CALENDAR_KEY=secret-secret-secret\n';
  fs.writeFileSync(join(folder, '.env'), `${secret}SITE_URL=https://firm.com\n`);
  expect(JSON.stringify(await ask('open', 'environment'))).toMatch(/^(?!.*secret-).*firm\.com/);
  fs.rmSync(join(folder, '.env'));
  for (const name of ['content/../package.json', 'content/pages/../hero.md', '.npmrc', '']) {
    expect((await ask('open', name)).opened, name).toBeUndefined();
  }
});

ofSample('what is typed stays during a save, and without an answer (behavior 8.4)', async () => {
  await open('contact.yaml');
  await field('Heading').first().fill('One');
  let saves = 0;
  await page.route('**/file/save?*', async (route) => {
    saves++;
    await field('Heading').first().fill('Two');
    await route.continue();
  });
  await button('Save').dblclick();
  await expect.poll(() => text('contact.yaml')).toContain('heading: One\n');
  await expect(page.getByRole('status')).toHaveText('Not saved yet.');
  expect(saves).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
  const place = (await page.getByTitle('The site').getAttribute('src')) ?? '';
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([0, null]);
  await expect.poll(() => fetch(place).catch(() => 'gone')).toBe('gone');
  await refuse('The editor has stopped');
  await start();
  await save();
  expect(text('contact.yaml')).toContain('heading: Two\n');
});

test('a file that is saved without a change stays the same, whatever its line ends (behavior 8.4)', async () => {
  for (const file of (await ask('open')).files.slice(1)) {
    const path = join(folder, file);
    if (!fs.existsSync(path)) continue;
    const before = fs.readFileSync(path, 'utf8');
    for (const text of [before.replaceAll('\n', '\r\n'), `\uFEFF${before}`]) {
      fs.writeFileSync(path, text);
      const { opened } = await ask('open', file);
      const body = new FormData();
      const yaml = readYamlFile(opened.yaml).write();
      body.set('edit', JSON.stringify({ ...opened, yaml }));
      expect(await ask('save', file, body)).toMatchObject({ mistakes: [] });
      expect(fs.readFileSync(path, 'utf8'), file).toBe(text.replace('\uFEFF', ''));
    }
  }
});

test('a field can be set in an empty or missing group, comments stay, and a changed number loses its old format (behavior 8.4)', () => {
  const { document, write } = readYamlFile('a:\nb: [] # mine\nc: { d: 1 }\n');
  setIn(document, ['a', 'e'], 1);
  setIn(document, ['b', 0], 'x');
  setIn(document, ['c', 'd'], 45);
  setIn(document, ['f', 0, 'g'], 'z');
  expect(document.getIn(['c', 'd'], true)).toMatchObject({ value: 45, source: undefined });
  expect(write()).toBe('a:\n  e: 1\nb:\n  - x\n  # mine\nc: { d: 45 }\nf:\n  - g: z\n');
});
