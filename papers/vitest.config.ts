import { defineConfig } from 'vitest/config';

const { TEST_REPORT } = process.env;

export default defineConfig({
  test: {
    include: ['papers/**/*.test.ts'],
    // Composing a paper takes seconds on a machine that is busy with others.
    testTimeout: 60_000,
    reporters: TEST_REPORT ? ['default', ['junit', { outputFile: TEST_REPORT }]] : ['default'],
  },
});
