import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: {
      // Astro makes this module from the environment; unit tests see it with nothing set.
      'astro:env/client': fileURLToPath(new URL('./tests/unit/astro-env.ts', import.meta.url)),
    },
  },
  test: {
    // Property tests and started processes take their time on a machine that is busy with others.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: [
      '{content,documents,enquiry,headers,hosting,inbox,src,tests,tools}/**/*.test.{ts,tsx}',
    ],
  },
});
