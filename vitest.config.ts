import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { variableList } from './hosting/variables.ts';

const pageVariables = variableList
  .filter(({ name }) => name.startsWith('PUBLIC_'))
  .map(({ name, default: value }) => `export const ${name} = ${JSON.stringify(value)};`);

// `npm run mutate`: Stryker cannot see what is covered in servers that tests start.
const rooms = process.env.STRYKER_MUTATOR_WORKER
  ? '{booking,enquiry,inbox}'
  : '{booking,enquiry,headers,hosting,inbox,model,src,tests,tools}';
const all = `${rooms}/**/*.test.{ts,tsx}`;

/** Tests that start, kill or flood programs, or try very many inputs. They take minutes. */
const slow = `
  any-calendar backup bad-day bombs calendars command editor examine hostile mail main
  options proxies publish rebuild reference run serving-packages setup sqlite-store store supply-chain test
  worker workers
`
  .trim()
  .split(/\s+/)
  .map((name) => `**/${name}.test.ts`);

const { TEST_REPORT } = process.env;

export default defineConfig(({ mode }) => ({
  plugins: [
    {
      // Astro makes this module from the environment; unit tests see it with nothing set.
      name: 'astro-env',
      resolveId: (id) => (id === 'astro:env/client' ? `\0${id}` : null),
      load: (id) => (id === '\0astro:env/client' ? pageVariables.join('\n') : null),
    },
  ],
  test: {
    // A process of its own for each file took twice the time.
    isolate: false,
    // Much of the time is spent waiting for servers and locks.
    maxWorkers: availableParallelism() + 1,
    // Property tests and started processes take their time on a machine that is busy with others.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: TEST_REPORT ? ['default', ['junit', { outputFile: TEST_REPORT }]] : ['default'],
    projects: [
      // A project does not inherit the mode, by which `npm run test:hostile` takes larger numbers.
      { extends: true, mode, test: { name: 'unit', include: [all], exclude: slow } },
      {
        extends: true,
        mode,
        test: { name: 'slow', include: slow.map((name) => `${rooms}/${name}`) },
      },
    ],
  },
}));
