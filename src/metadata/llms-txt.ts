import { about } from '#content/about.ts';
import { caseStudies } from '#content/case-studies.ts';
import { clients } from '#content/clients.ts';
import { contact } from '#content/contact.ts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { pages } from '#content/pages.ts';
import { resources } from '#content/resources.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { fillIdentity, officeName } from '#model/identity-text.ts';
import { formatPhone } from '#model/phone.ts';
import { sectionIds } from '#model/sections.ts';
import type { SectionId } from '#model/vocabulary.ts';
import { priceOf } from '#src/price.ts';

const { credentials, languages } = expertise;

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

/** Returns a heading and its list; nothing for an empty list. */
const listUnder = (heading: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`### ${heading}`, list(items)] : [];

/** The texts of each section. */
const sectionTexts: Record<SectionId, (url: (path: string) => string) => string[]> = {
  hero: () => [
    `${hero.headline.join(' ')} ${hero.lede}`,
    list(hero.claims.map(({ figure, unit, text }) => `${figure} ${unit} ${text}`)),
  ],
  services: () => [
    `## ${services.heading}`,
    services.intro,
    ...services.items.map(({ title, duration, price, summary, description, deliverables }) =>
      [
        `### ${title} (${[duration, ...(price ? [priceOf(price)] : [])].join(', ')})`,
        summary,
        description,
        list(deliverables),
      ].join('\n\n'),
    ),
    `## ${services.approach.heading}`,
    list(services.approach.steps.map(({ title, text }) => `${title}: ${text}`)),
    ...(services.capacity ?? []).map(({ title, text }) => `${title}: ${text}`),
  ],
  'case-studies': () => [
    `## ${caseStudies.heading}`,
    ...caseStudies.items.map(({ title, client, problem, work, result }) =>
      [
        `### ${title} (${client})`,
        problem,
        work,
        `${result.figure} ${result.measure}. ${caseStudies.labels.baseline}: ${result.baseline}. ${caseStudies.labels.period}: ${result.period}.`,
      ].join('\n\n'),
    ),
  ],
  expertise: () => [
    `## ${expertise.heading}`,
    ...expertise.intro.map((text) => fillIdentity(text, 'content/expertise.yaml')),
    list(
      expertise.timeline.map(
        ({ from, to, role, company, text }) =>
          `${from}–${to ?? expertise.present}, ${role}, ${company}: ${text}`,
      ),
    ),
    ...listUnder(
      credentials.heading,
      credentials.items.map(({ title, issuer, year }) => `${title}, ${issuer}, ${year}`),
    ),
    ...listUnder(
      languages.heading,
      languages.items.map(({ language, level }) => `${language}: ${level}`),
    ),
  ],
  clients: () => [
    `## ${clients.heading}`,
    ...clients.words.map(({ text, name, role, firm }) => `> ${text}\n\n${name}, ${role}, ${firm}`),
    ...listUnder(
      clients.logosHeading,
      clients.logos.map(({ firm }) => firm),
    ),
  ],
  about: () => [
    `## ${about.principlesHeading}`,
    list(about.principles.map(({ title, text }) => `${title}: ${text}`)),
  ],
  resources: (url) => [
    `## ${resources.heading}`,
    list(
      resources.catalogue.map(
        ({ title, path, description }) => `[${title}](${url(path)}): ${description}`,
      ),
    ),
  ],
  contact: () => [
    `## ${contact.faq.heading}`,
    ...contact.faq.items.map(({ question, answer }) => `### ${question}\n\n${answer}`),
  ],
};

/** Returns the site in Markdown, for chat assistants (llmstxt.org). */
export const llmsText = (origin: string): string => {
  const url = (path: string): string => new URL(path, origin).href;
  const { details } = contact;
  const parts = [
    `# ${identity.firm}`,
    `> ${site.pages.home.description}`,
    ...sectionIds.flatMap((id) => sectionTexts[id](url)),
    `## ${details.heading}`,
    list([
      `${details.emailLabel}: ${identity.email}`,
      `${details.phoneLabel}: ${formatPhone(identity.phone)}`,
      `${details.officeLabel}: ${officeName}`,
      `${details.responseLabel}: ${details.response}`,
      ...pages.map(({ id, title }) => `[${title}](${url(`/${id}`)})`),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
};
