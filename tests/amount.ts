declare module 'vitest' {
  interface TaskMeta {
    /** What `npm run test:hostile` prints beside the test. */
    measured?: string;
  }
}

/** How many of something hostile a test takes; the second number with `npm run test:hostile`. */
export const amount = (usual: number, hostile: number): number =>
  process.env.TEST_HOSTILE ? hostile : usual;
