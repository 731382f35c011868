import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { pageVariables } from './hosting/environment.ts';

const all = '{booking,enquiry,headers,hosting,inbox,model,src,tests,tools}/**/*.test.{ts,tsx}';

/** Tests that start, kill or flood programs, or try very many inputs. They take minutes. */
const slow = `
  booking/any-calendar booking/bombs booking/calendars
  hosting/machine/* hosting/workers/*
  inbox/delivery/mail inbox/stores/sqlite-store inbox/stores/store
  tests/rebuild
  tools/doctor/examine tools/edit/command tools/inbox/backup
  tools/options tools/publish tools/reference tools/run tools/setup
`
  .trim()
  .split(/\s+/)
  .map((path) => `${path}.test.ts`);

const { TEST_REPORT } = process.env;

export default defineConfig(({ mode }) => ({
  // Unit tests see the page without any variable.
  define: pageVariables({}),
  test: {
    // A separate process for each file took twice as long.
    isolate: false,
    // Much of the time is spent waiting for servers and locks.
    maxWorkers: availableParallelism() + 1,
    // Property tests and started processes are slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: TEST_REPORT ? ['default', ['junit', { outputFile: TEST_REPORT }]] : ['default'],
    projects: [
      // A project does not inherit the mode, by which `npm run test:hostile` takes larger numbers.
      { extends: true, mode, test: { name: 'unit', include: [all], exclude: slow } },
      { extends: true, mode, test: { name: 'slow', include: slow } },
    ],
  },
}));
