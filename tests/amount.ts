/** How many of something hostile a test takes; the second number with `npm run test:hostile`. */
export const amount = (usual: number, hostile: number): number =>
  import.meta.env.MODE === 'hostile' ? hostile : usual;
