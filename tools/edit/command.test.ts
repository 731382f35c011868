import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { afterAll, beforeAll, test } from 'vitest';
import { copyProject } from '../../tests/project-copy.ts';
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
  await expect(page.getByRole('status')).toHaveText('Saved.');
};
const expectMistake = async (...mistakes: string[]): Promise<void> => {
  await button('Save').click();
  await expect(page.getByRole('alert').getByRole('paragraph')).toContainText(mistakes);
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
  await page.goto(address);
});

afterAll(async () => {
  await browser?.close();
  command.kill();
  await once(command, 'exit');
  rmSync(folder, { recursive: true });
});

test('what is edited is in its file, with comments and other fields as they were, and on the page beside it (behavior 8.9)', async () => {
  const hero = text('hero.yaml');
  await field('Sentence*').first().fill('Every rule has a price.');
  await save();
  expect(text('hero.yaml')).toBe(
    hero.replace('Every fraud check draws a line.', 'Every rule has a price.'),
  );
  await new Promise((r) => setTimeout(r, 3000)); console.log(await site().locator('body').innerText());
  await expect(site().getByRole('heading', { level: 1 })).toContainText('Every rule has a price.');

  const services = text('services.yaml');
  await open('services.yaml');
  await button('Add service').click();
  const added = page.locator('.entry').filter({ has: page.locator('#root_items_4') });
  for (const [label, typed] of Object.entries({ Id: 'review', Title: 'Review', Duration: '1 week', 'Weeks 1': '1', 'Weeks 2': '1', Consultation: '30', Summary: 'A look.', Description: 'I look.', Message: 'Please look at this.' })) {
    await added.getByLabel(`${label}*`, { exact: true }).fill(typed);
  }
  console.log(await added.innerText());
}, 120_000);
