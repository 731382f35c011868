import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningSite, startOnMachine } from '../../tools/test-site.ts';
import { variants } from '../../tools/variants.ts';
import { type Engine, engines } from './engines.ts';
import { journey, type Visit } from './journey.ts';
import { serveLateScripts, serveWithoutScripts } from './proxies.ts';

/**
 * `npm test -- --only=browsers`: the journey in each installed engine.
 * `npm test -- --only=browsers -- --only=firefox`: in one.
 */

const { values: options } = parseArgs({ options: { only: { type: 'string' } } });

interface Count {
  passed: number;
  failed: number;
  names: string[];
}

const travel = async (visit: Visit): Promise<Count> => {
  const count: Count = { passed: 0, failed: 0, names: [] };
  console.log(`\n${visit.driver.name}`);
  for (const [name, run] of Object.entries(journey)) {
    const startedAt = Date.now();
    try {
      await run(visit);
      count.passed++;
      console.log(`  ✓ ${name} (${Date.now() - startedAt} ms)`);
    } catch (cause) {
      count.failed++;
      count.names.push(`${visit.driver.name} › ${name}`);
      console.log(`  ✗ ${name}\n    ${String(cause).replaceAll('\n', '\n    ')}`);
    }
  }
  return count;
};

/** A browser that does not start is one failure. */
const attempt = async (engine: Engine, site: RunningSite): Promise<Count> => {
  const lateScripts = await serveLateScripts(site.url);
  try {
    const driver = await engine.launch();
    try {
      return await travel({
        driver,
        site: site.url,
        siteWithoutScripts: withoutScripts.url,
        siteWithLateScripts: lateScripts.url,
        stored: site.stored,
      });
    } finally {
      await driver.quit();
    }
  } catch (cause) {
    console.log(`\n${engine.name}\n  ✗ ${String(cause)}`);
    return { passed: 0, failed: 1, names: [engine.name] };
  } finally {
    lateScripts.stop();
  }
};

const dataDir = mkdtempSync(join(tmpdir(), 'browsers-'));
const site = await startOnMachine(variants.embedded.folder, dataDir);
const withoutScripts = await serveWithoutScripts(site.url);

const chosen = engines.filter(
  ({ name }) => !options.only || name.toLowerCase() === options.only.toLowerCase(),
);
if (chosen.length === 0) {
  throw new Error(`There is no engine "${options.only}"; there are ${engines.map((e) => e.name)}`);
}
const count: Count = { passed: 0, failed: 0, names: [] };
for (const engine of chosen) {
  const missing = engine.missing();
  if (missing !== null) {
    console.log(`\n${engine.name}: not run. ${missing}`);
    continue;
  }
  let result = await attempt(engine, site);
  if (result.failed > 0) {
    // A busy machine can upset a browser, as in playwright.config.ts.
    console.log(`\n${engine.name}: a second try`);
    result = await attempt(engine, site);
  }
  count.passed += result.passed;
  count.failed += result.failed;
  count.names.push(...result.names);
}

withoutScripts.stop();
await site.stop();
rmSync(dataDir, { recursive: true });
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/browsers.json', JSON.stringify(count));
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
