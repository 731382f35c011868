import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/end-to-end',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  forbidOnly: true,
  // A machine that is busy with something else can upset a test; what needed a second try is listed.
  retries: 1,
  reporter: [['line'], ['json', { outputFile: 'test-results/end-to-end.json' }]],
  use: {
    // Scrolls at once, so that nothing moves under the pointer; navigation.spec.ts lets it glide.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...chromiumFlags] },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
