import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOnMachine } from '../../tools/test-site.ts';
import { variants } from '../../tools/variants.ts';
import { type BrowserName, missingFor, startDesktop } from './desktop.ts';
import { journey } from './journey.ts';
import { troubledSite } from './troubled-site.ts';
import { type Heard, walk } from './walk.ts';

/**
 * `npm run test:screen-reader`: the journey of journey.ts, with Orca, in Firefox and in Chromium. Each
 * step is a case. After a second `--`: `--only=firefox` for one browser, `--chapter=form` for chapters
 * whose title matches that, `--write` to put what was spoken into docs/screen-reader.md, and not only
 * into test-results/screen-reader.md.
 */

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    chapter: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const names: readonly BrowserName[] = ['Firefox', 'Chromium'];
const browsers = names.filter(
  (name) => !options.only || name.toLowerCase() === options.only.toLowerCase(),
);
const { chapter: sought = '' } = options;
const chapters = journey.filter(({ title }) => new RegExp(sought, 'i').test(title));
if (browsers.length === 0 || chapters.length === 0) {
  console.error(
    `--only must be one of ${names.join(', ')}; --chapter must be in one of: ${journey.map(({ title }) => title).join('; ')}`,
  );
  process.exit(2);
}

if (!existsSync(variants.embedded.folder)) {
  console.error('The site under test is not built: npm test -- --only=build');
  process.exit(1);
}

/** A screen reader shares the machine with everything else, and may be late. */
const attempts = 3;

const travel = async (browser: BrowserName) => {
  const folder = mkdtempSync(join(tmpdir(), 'screen-reader-'));
  const site = await startOnMachine(troubledSite(folder), join(folder, 'data'));
  const desktop = await startDesktop(browser, 'about:blank');
  const heard: { title: string; steps: Heard[] }[] = [];
  const say = (text: string): void => console.log(`${browser}: ${text}`);
  try {
    await desktop.hear();
    for (const chapter of chapters) {
      say(chapter.title);
      let steps: Heard[] = [];
      for (let attempt = 1; attempt <= attempts; attempt++) {
        if (attempt > 1) {
          say('  again');
          // Another tab has nothing of the draft.
          await desktop.press('ctrl+t');
          // Its own page would come in the place of the one that is opened.
          await desktop.hear();
        }
        await desktop.resize(1280, 1000);
        steps = [];
        for (const step of chapter.steps) {
          const heardNow = await walk(step, { ...desktop, site });
          steps.push(heardNow);
          // Whoever lost the way hears nothing more of what is expected.
          if (heardNow.missing.length > 0) break;
        }
        const { does, missing, spoken } = steps.at(-1) ?? { does: '', missing: [], spoken: [] };
        if (missing.length === 0) break;
        const but = spoken.join(' | ');
        say(`  ✗ ${does}: “${missing.join('”, “')}” was not spoken, but: ${but}`);
      }
      heard.push({ title: chapter.title, steps });
    }
  } finally {
    await desktop.stop();
    await site.stop();
    rmSync(folder, { recursive: true });
  }
  return { browser: desktop.browser, heard };
};

const count = { passed: 0, failed: 0, names: [] as string[] };
const present = browsers.filter((browser) => {
  const missing = missingFor(browser);
  if (missing !== null) console.log(`${browser}: not run. ${missing}`);
  return missing === null;
});
// Both at once: most of the time each waits until a sentence is over.
const outcomes = await Promise.allSettled(present.map(travel));
const travels = outcomes.flatMap((outcome) =>
  outcome.status === 'fulfilled' ? [outcome.value] : [],
);
for (const outcome of outcomes) {
  if (outcome.status === 'fulfilled') continue;
  console.error(outcome.reason);
  count.failed++;
  count.names.push(String(outcome.reason));
}
for (const { browser, heard } of travels) {
  for (const { title, steps } of heard) {
    for (const { does, missing: unspoken } of steps) {
      if (unspoken.length === 0) count.passed++;
      else {
        count.failed++;
        count.names.push(`${browser} › ${title} › ${does}: “${unspoken.join('”, “')}”`);
      }
    }
  }
}

const transcript = (): string =>
  travels
    .flatMap(({ browser, heard }) => [
      `## ${browser}`,
      ...heard.flatMap(({ title, steps }) => [
        `### ${title}`,
        steps
          .map(
            ({ does, spoken }) =>
              `- **${does}**${spoken.length > 0 ? `: ${spoken.join(' · ')}` : ''}`,
          )
          .join('\n'),
      ]),
    ])
    .join('\n\n')
    // Of each run its own.
    .replaceAll(/localhost:\d+/g, 'localhost');

if (options.write) {
  const document = 'docs/screen-reader.md';
  const [before] = readFileSync(document, 'utf8').split(/(?<=<!-- begin of transcript -->\n)/);
  writeFileSync(document, `${before}\n${transcript()}\n`);
}
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/screen-reader.md', `${transcript()}\n`);
writeFileSync('test-results/screen-reader.json', JSON.stringify(count));
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
