import { defineConfig } from '@playwright/test';
import { ownerZone } from '#inbox/kinds/booked-time.ts';
import type { WorkerFixtures } from './tests/fixtures.ts';
import { chromiumFlags, ensureChromium, findTestBrowser } from './tools/chromium.ts';

const executablePath = findTestBrowser() ?? ensureChromium();

export default defineConfig<object, Partial<Pick<WorkerFixtures, 'host'>>>({
  testMatch: '**/*.spec.ts',
  // Drawn by one version of a browser on one system; look.spec.ts adds the version.
  snapshotPathTemplate: 'tests/pictures/{platform}/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  forbidOnly: true,
  // A machine that is busy with something else can upset a test; what needed a second try is listed.
  retries: 1,
  reporter: [
    ['line'],
    ['junit', { outputFile: process.env.TEST_REPORT ?? 'test-results/browser.xml' }],
    // `npm run states` makes pictures to look at.
    ...(process.argv.includes('--project=gallery')
      ? [['html', { outputFolder: 'test-results/states', open: 'never' }] as const]
      : []),
  ],
  use: {
    // The booking page leads others to the times of their own zone.
    timezoneId: ownerZone,
    // Scrolls at once, so that nothing moves under the pointer; navigation.spec.ts lets it glide.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [...chromiumFlags, '--font-render-hinting=slight'],
    },
    screenshot: 'only-on-failure',
    // For what failed once.
    trace: 'on-first-retry',
  },
  // Each has a folder of its own for what a failure leaves behind: a run empties it first.
  projects: [
    {
      name: 'end-to-end',
      testDir: 'tests',
      testIgnore: '**/tests/{accessibility,gallery,hosts,robustness}/**',
      outputDir: 'test-results/end-to-end',
    },
    // Contact form, headers and a whole visit again, on Cloudflare Workers instead of Node.
    {
      name: 'workers',
      testDir: 'tests',
      testMatch: [
        'booking.spec.ts',
        'contact.spec.ts',
        'form.spec.ts',
        'headers.spec.ts',
        'visit.spec.ts',
      ],
      outputDir: 'test-results/workers',
      use: { host: 'workers' },
    },
    // Other web servers, and other people's services.
    { name: 'hosts', testDir: 'tests/hosts', outputDir: 'test-results/hosts' },
    // Many states, widths, strings and errors: minutes, so only `npm test -- --all` runs the first
    // two, and `npm run states` the last.
    ...['accessibility', 'robustness', 'gallery'].map((name) => ({
      name,
      testDir: `tests/${name}`,
      outputDir: `test-results/${name}`,
      timeout: 120_000,
      use: { trace: 'off' as const },
    })),
  ],
});
