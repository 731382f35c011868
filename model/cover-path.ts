import type { Resource } from './schema.ts';

/** Returns the path of a paper's cover, in the paper's folder. A paper may have none. */
export const coverPath = ({ path }: Pick<Resource, 'path'>): string =>
  path.replace(/\.pdf$/, '.webp');

/** The size of a cover in pixels: twice its size on the page, for dense screens. */
export const coverSize = { width: 480, height: 621 } as const;
