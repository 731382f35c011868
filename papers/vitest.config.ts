import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['papers/**/*.test.ts'],
    // Composing a paper takes seconds on a machine that is busy with others.
    testTimeout: 60_000,
  },
});
