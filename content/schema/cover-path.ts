import type { Resource } from './schema.ts';

/** Where the picture of a paper's cover is: beside its file. `npm run documents` makes it. */
export const coverPath = ({ path }: Pick<Resource, 'path'>): string =>
  path.replace(/\.pdf$/, '.webp');

/** Size of those pictures, in pixels; twice what the page shows, for dense screens. */
export const coverSize = { width: 480, height: 621 } as const;
