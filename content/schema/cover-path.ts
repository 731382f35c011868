import type { Resource } from './schema.ts';

/** Where `npm run documents` puts the picture of a paper's cover: beside its file. */
export const coverPath = ({ path }: Pick<Resource, 'path'>): string =>
  path.replace(/\.pdf$/, '.webp');

/** In pixels; twice what the page shows, for dense screens. */
export const coverSize = { width: 480, height: 621 } as const;
