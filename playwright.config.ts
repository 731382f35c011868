import { defineConfig } from '@playwright/test';
import { ownerZone } from '#inbox/kinds/booked-time.ts';
import { chromiumFlags, ensureChromium, findTestBrowser } from './tools/chromium.ts';

const executablePath = findTestBrowser() ?? ensureChromium();

export default defineConfig({
  testMatch: '**/*.spec.ts',
  // The screenshots belong to one browser version on one system; look.spec.ts adds the version.
  snapshotPathTemplate: 'tests/pictures/{platform}/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  forbidOnly: true,
  // A busy machine can make a test fail; tests that needed a second try are listed.
  retries: 1,
  reporter: [
    ['line'],
    ['junit', { outputFile: process.env.TEST_REPORT ?? 'test-results/browser.xml' }],
  ],
  use: {
    // The booking page redirects other time zones to their own times.
    timezoneId: ownerZone,
    // Scrolls at once, so that nothing moves under the pointer; navigation.spec.ts tests smooth scrolling.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [...chromiumFlags, '--font-render-hinting=slight'],
    },
    screenshot: 'only-on-failure',
    // Recorded when a test is repeated.
    trace: 'on-first-retry',
  },
  // Each step has its own folder for the output of failures, which a run empties first.
  projects: [
    {
      name: 'end-to-end',
      testDir: 'tests',
      testIgnore: '**/tests/{accessibility,hosts,owners,robustness,screen-reader}/**',
      outputDir: 'test-results/end-to-end',
    },
    // One visit on every host and in every engine, and other people's services.
    { name: 'hosts', testDir: 'tests/hosts', outputDir: 'test-results/hosts' },
    // Builds and tests the sites of other owners.
    { name: 'owners', testDir: 'tests/owners', outputDir: 'test-results/owners' },
    // A screen reader shares the machine with everything else, and may be late.
    {
      name: 'screen-reader',
      testDir: 'tests/screen-reader',
      outputDir: 'test-results/screen-reader',
      timeout: 300_000,
      retries: 2,
    },
    // Many states, widths, strings and errors: minutes, so only `npm test -- --all` runs them.
    ...['accessibility', 'robustness'].map((name) => ({
      name,
      testDir: `tests/${name}`,
      outputDir: `test-results/${name}`,
      timeout: 120_000,
      use: { trace: 'off' as const },
    })),
  ],
});
