import { sectionIds } from '#model/sections.ts';

// A module of its own, so that the styles of the sections come after those of the document.

type Section = { default: (props: object) => unknown };
const all = import.meta.glob<Section>('/src/sections/*/index.astro', { eager: true });

/** The sections of the home page, in order. */
export const homeSections = sectionIds.map((id) => {
  const section = all[`/src/sections/${id}/index.astro`];
  if (!section) throw new Error(`src/sections/${id}/index.astro is missing`);
  return section.default;
});
