import type { Resource } from './schema.ts';

/** Returns the path of a cover, beside the paper's file; a paper without one is shown without it. */
export const coverPath = ({ path }: Pick<Resource, 'path'>): string =>
  path.replace(/\.pdf$/, '.webp');

/** The size in pixels, twice the size on the page, for dense screens. */
export const coverSize = { width: 480, height: 621 } as const;
