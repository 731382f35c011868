import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { variableList } from './hosting/variables.ts';

const pageVariables = variableList
  .filter(({ name }) => name.startsWith('PUBLIC_'))
  .map(({ name, default: value }) => `export const ${name} = ${JSON.stringify(value)};`);

export default defineConfig({
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
    include: [
      // `npm run mutate`: the others start servers, in which Stryker cannot see what is covered.
      process.env.STRYKER_MUTATOR_WORKER
        ? '{booking,enquiry,inbox}/**/*.test.ts'
        : '{booking,content,documents,enquiry,headers,hosting,inbox,src,tests,tools}/**/*.test.{ts,tsx}',
    ],
  },
});
