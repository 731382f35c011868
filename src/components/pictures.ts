import type { ImageMetadata } from 'astro';
import { pictureFolder } from '#model/pictures.ts';

const pictures = import.meta.glob<{ default: ImageMetadata }>(
  '/content/pictures/*.{avif,jpeg,jpg,png,svg,webp}',
);

/** Loads a picture that the content names; model/pictures.ts has checked that it exists. */
export const pictureAt = async (file: string): Promise<ImageMetadata> => {
  const load = pictures[`/${pictureFolder}/${file}`];
  if (!load) throw new Error(`${pictureFolder}/${file} does not exist`);
  return (await load()).default;
};
