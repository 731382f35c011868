import { z } from 'astro/zod';
import { about } from '../about.ts';
import { caseStudies } from '../case-studies.ts';
import { clients } from '../clients.ts';
import { contact } from '../contact.ts';
import { expertise } from '../expertise.ts';
import { hero } from '../hero.ts';
import { resources } from '../resources.ts';
import { services } from '../services.ts';
import * as schema from './schema.ts';

const { list, text } = schema;

const caseStudiesSchema = z.strictObject({
  label: text,
  heading: text,
  intro: text,
  labels: z.strictObject({ problem: text, work: text, period: text, baseline: text }),
  items: list(
    'case',
    z.strictObject({
      title: text,
      client: text,
      problem: text,
      work: text,
      result: z.strictObject({ figure: text, measure: text, period: text, baseline: text }),
    }),
    0,
    8,
  ),
});

const permission = z.literal(true, {
  error: 'needs to be true: show what is a client’s only with the client’s leave',
});

const clientsSchema = z.strictObject({
  label: text.optional(),
  heading: text,
  words: list(
    'client',
    z.strictObject({ text, name: text, role: text, firm: text, permission }),
    0,
    12,
  ),
  logosHeading: text,
  logos: list('logo', z.strictObject({ firm: text, file: schema.logoFile, permission }), 0, 24),
});

export type CaseStudies = z.infer<typeof caseStudiesSchema>;
export type Clients = z.infer<typeof clientsSchema>;

/** `shown` are the entries of an optional section, which the page has only with some. */
const section = <Schema extends z.ZodType>(
  words: z.infer<Schema>,
  schema: Schema,
  ...shown: (readonly unknown[])[]
) => ({ words, schema, isEmpty: shown.length > 0 && shown.every(({ length }) => length === 0) });

/**
 * The map of the home page: its sections, in their order, each with its words in `content/ID.ts` and
 * their schema. `src/sections/ID/index.astro` shows it.
 */
export const sections = {
  hero: section(hero, schema.heroSchema),
  services: section(services, schema.servicesSchema),
  'case-studies': section(caseStudies, caseStudiesSchema, caseStudies.items),
  expertise: section(expertise, schema.expertiseSchema),
  clients: section(clients, clientsSchema, clients.words, clients.logos),
  about: section(about, schema.aboutSchema),
  resources: section(resources, schema.resourcesSchema),
  contact: section(contact, schema.contactSchema),
};

export type SectionId = keyof typeof sections;

/** The sections that the page has. */
export const sectionIds = (Object.keys(sections) as SectionId[]).filter(
  (id) => !sections[id].isEmpty,
);

export type Navigation = readonly { section: SectionId; label: string }[];

/** What header and footer lead to: the sections with a label. */
export const navigation: Navigation = sectionIds.flatMap((section) => {
  const { words } = sections[section];
  return 'label' in words && words.label ? [{ section, label: words.label }] : [];
});
