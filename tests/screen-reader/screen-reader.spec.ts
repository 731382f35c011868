import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type RunningSite, startOnMachine } from '#hosting/tests/test-site.ts';
import { variants } from '../../tools/variants.ts';
import { type Desktop, findMissing, startDesktop } from './desktop.ts';
import { journey } from './journey.ts';
import { walk } from './walk.ts';

// `npm run test:screen-reader`: the journey of journey.ts, with Orca and Firefox.

// All chapters share a desktop; after a failure, Playwright starts another one.
test.describe.configure({ mode: 'default' });

let data: string;
let site: RunningSite;
let desktop: Desktop;
test.beforeAll(async () => {
  expect(findMissing()).toBeNull();
  data = mkdtempSync(join(tmpdir(), 'screen-reader-'));
  site = await startOnMachine(variants.embedded.folder, data);
  desktop = await startDesktop();
  await desktop.hear();
});
test.afterAll(async () => {
  await desktop?.stop();
  await site?.stop();
  if (data) rmSync(data, { recursive: true });
});

for (const [title, steps] of Object.entries(journey)) {
  test(title, async () => {
    await desktop.resize(1280, 1000);
    for (const step of steps) {
      const { does, spoken, missing } = await walk(step, { ...desktop, site });
      console.log(`  ${does}: ${spoken.join(' · ')}`);
      expect(missing, does).toEqual([]);
    }
  });
}
