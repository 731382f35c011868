import { about } from '#content/about.ts';
import { caseStudies } from '#content/case-studies.ts';
import { clients } from '#content/clients.ts';
import { contact } from '#content/contact.ts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { resources } from '#content/resources.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import type { SectionId } from './vocabulary.ts';

/** The words of each section, which `src/sections/ID/index.astro` shows. */
export const sectionWords = {
  hero,
  services,
  'case-studies': caseStudies,
  expertise,
  clients,
  about,
  resources,
  contact,
} satisfies Record<SectionId, object>;

/** Returns whether a section has nothing to show, so that the page leaves it out. */
const isEmpty = (id: SectionId): boolean =>
  id === 'case-studies'
    ? caseStudies.items.length === 0
    : id === 'clients' && clients.words.length === 0 && clients.logos.length === 0;

/** The sections of the home page, in order. */
export const sectionIds: readonly SectionId[] = site.sections.filter((id) => !isEmpty(id));

/** The links of header and footer: the sections with a label. */
export const navigation = sectionIds.flatMap((section) => {
  const words = sectionWords[section];
  return 'label' in words && words.label ? [{ section, label: words.label }] : [];
});
