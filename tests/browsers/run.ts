import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOnMachine } from '../machine.ts';
import { variants } from '../variants.ts';
import { type Engine, engines } from './engines.ts';
import { journey, type Visit } from './journey.ts';

/**
 * `npm run test:browsers`: the same journey in Chromium, Firefox and WebKit, as far as they are
 * installed. Installs nothing; what is not there is named, with the way to get it, and not counted.
 * `npm run test:browsers -- --only=firefox` runs it in one.
 */

const { values: options } = parseArgs({ options: { only: { type: 'string' } } });

const count = { passed: 0, failed: 0 };

const travel = async (engine: Engine, visit: Visit): Promise<void> => {
  console.log(`\n${visit.driver.name}`);
  for (const { name, run } of journey) {
    const startedAt = Date.now();
    try {
      await run(visit);
      count.passed++;
      console.log(`  ✓ ${name} (${Date.now() - startedAt} ms)`);
    } catch (cause) {
      count.failed++;
      console.log(`  ✗ ${name}\n    ${engine.name}: ${String(cause).replaceAll('\n', '\n    ')}`);
    }
  }
};

const dataDir = mkdtempSync(join(tmpdir(), 'browsers-'));
const site = await startOnMachine(variants.embedded.folder, dataDir);

const chosen = engines.filter(
  ({ name }) => !options.only || name.toLowerCase() === options.only.toLowerCase(),
);
if (chosen.length === 0) {
  throw new Error(`There is no engine "${options.only}"; there are ${engines.map((e) => e.name)}`);
}
for (const engine of chosen) {
  const missing = engine.missing();
  if (missing !== null) {
    console.log(`\n${engine.name}: not run. ${missing}`);
    continue;
  }
  let driver: Visit['driver'];
  try {
    driver = await engine.launch();
  } catch (cause) {
    count.failed++;
    console.log(`\n${engine.name}\n  ✗ could not be started\n    ${String(cause)}`);
    continue;
  }
  await travel(engine, { driver, site: site.url, stored: site.stored });
  await driver.quit();
}

await site.stop();
rmSync(dataDir, { recursive: true });
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/browsers.json', JSON.stringify(count));
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
