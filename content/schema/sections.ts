import type { z } from 'astro/zod';
import { about } from '../about.ts';
import { contact } from '../contact.ts';
import { expertise } from '../expertise.ts';
import { hero } from '../hero.ts';
import { resources } from '../resources.ts';
import { services } from '../services.ts';
import * as schema from './schema.ts';

const section = <Schema extends z.ZodType>(words: z.infer<Schema>, schema: Schema) => ({
  words,
  schema,
});

/**
 * The map of the home page: its sections, in their order, each with its words in `content/ID.ts` and
 * their schema. `src/sections/ID/index.astro` shows it.
 */
export const sections = {
  hero: section(hero, schema.heroSchema),
  services: section(services, schema.servicesSchema),
  expertise: section(expertise, schema.expertiseSchema),
  about: section(about, schema.aboutSchema),
  resources: section(resources, schema.resourcesSchema),
  contact: section(contact, schema.contactSchema),
};

export type SectionId = keyof typeof sections;

const isEmpty = (words: object): boolean =>
  'items' in words && Array.isArray(words.items) && words.items.length === 0;

/** The sections that the page has: one without items is left out. */
export const sectionIds = (Object.keys(sections) as SectionId[]).filter(
  (id) => !isEmpty(sections[id].words),
);

export type Navigation = readonly { section: SectionId; label: string }[];

/** What header and footer lead to: the sections with a label. */
export const navigation: Navigation = sectionIds.flatMap((section) => {
  const { words } = sections[section];
  return 'label' in words ? [{ section, label: words.label }] : [];
});
