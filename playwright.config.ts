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
  reporter: [['line'], ['json', { outputFile: 'test-results/end-to-end.json' }]],
  use: {
    // Scrolls at once, so that nothing moves under the pointer; navigation.spec.ts lets it glide.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...chromiumFlags] },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
