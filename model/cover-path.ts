import type { Resource } from './schema.ts';

/** Beside the paper's file; a paper without one is shown without it. */
export const coverPath = ({ path }: Pick<Resource, 'path'>): string =>
  path.replace(/\.pdf$/, '.webp');

/** In pixels; twice what the page shows, for dense screens. */
export const coverSize = { width: 480, height: 621 } as const;
