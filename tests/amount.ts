/** Returns the number of hostile inputs of a test; the second number with `npm run test:hostile`. */
export const amount = (usual: number, hostile: number): number =>
  import.meta.env.MODE === 'hostile' ? hostile : usual;
