import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOnMachine } from '#hosting/tests/test-site.ts';
import { variants } from '../../tools/variants.ts';
import { findMissing, startDesktop } from './desktop.ts';
import { journey } from './journey.ts';
import { walk } from './walk.ts';

// `npm run test:screen-reader`: the journey of journey.ts, with Orca and Firefox. What follows `--` is a
// pattern for the titles of its chapters.

const [sought = ''] = process.argv.slice(2);
const { folder } = variants.embedded;
const missing = existsSync(folder) ? findMissing() : 'npm test -- --only=build';
if (missing !== null) {
  console.error(`First: ${missing}`);
  process.exit(2);
}

/** A screen reader shares the machine with everything else, and may be late. */
const attempts = 3;

const data = mkdtempSync(join(tmpdir(), 'screen-reader-'));
const site = await startOnMachine(folder, data);
const desktop = await startDesktop();
let [passed, failed] = [0, 0];
try {
  await desktop.hear();
  for (const [title, steps] of Object.entries(journey)) {
    if (!new RegExp(sought, 'i').test(title)) continue;
    console.log(`\n${title}`);
    let isHeard = false;
    for (let attempt = 1; attempt <= attempts && !isHeard; attempt++) {
      if (attempt > 1) {
        // A new tab has no draft.
        await desktop.press('ctrl+t');
        // Without this wait, the new tab's own page would replace the one that is opened.
        await desktop.hear();
      }
      await desktop.resize(1280, 1000);
      for (const step of steps) {
        const heard = await walk(step, { ...desktop, site });
        console.log(`  ${heard.does}: ${heard.spoken.join(' · ')}`);
        isHeard = heard.missing.length === 0;
        if (isHeard) continue;
        console.log(`  ✗ not heard: “${heard.missing.join('”, “')}”`);
        // After a wrong turn, none of the other expected sentences would be heard.
        break;
      }
    }
    if (isHeard) passed++;
    else failed++;
  }
} finally {
  await desktop.stop();
  await site.stop();
  rmSync(data, { recursive: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
