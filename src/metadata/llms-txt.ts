import { about } from '#content/about.ts';
import { contact } from '#content/contact.ts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { resources } from '#content/resources.ts';
import { fillIdentity, officeName } from '#content/schema/identity-text.ts';
import { formatPhone } from '#content/schema/phone.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

/** The site in Markdown, for chat assistants (llmstxt.org). */
export const llmsText = (origin: string): string => {
  const url = (path: string): string => new URL(path, origin).href;
  return [
    `# ${identity.firm}`,
    `> ${site.pages.home.description}`,
    `${hero.headline.join(' ')} ${hero.lede}`,
    list(hero.claims.map(({ figure, unit, text }) => `${figure} ${unit} ${text}`)),
    `## ${services.heading}`,
    services.intro,
    ...services.items.map(({ title, duration, summary, description, deliverables }) =>
      [`### ${title} (${duration})`, summary, description, list(deliverables)].join('\n\n'),
    ),
    `## ${services.approach.heading}`,
    list(services.approach.steps.map(({ title, text }) => `${title}: ${text}`)),
    `## ${expertise.heading}`,
    ...expertise.intro.map((text) => fillIdentity(text, 'content/expertise.ts')),
    list(
      expertise.timeline.map(
        ({ from, to, role, company, text }) =>
          `${from}–${to ?? expertise.present}, ${role}, ${company}: ${text}`,
      ),
    ),
    `## ${about.principlesHeading}`,
    list(about.principles.map(({ title, text }) => `${title}: ${text}`)),
    `## ${resources.heading}`,
    list(
      resources.catalogue.map(
        ({ title, path, description }) => `[${title}](${url(path)}): ${description}`,
      ),
    ),
    `## ${contact.faq.heading}`,
    ...contact.faq.items.map(({ question, answer }) => `### ${question}\n\n${answer}`),
    `## ${contact.details.heading}`,
    list([
      `${contact.details.emailLabel}: ${identity.email}`,
      `${contact.details.phoneLabel}: ${formatPhone(identity.phone)}`,
      `${contact.details.officeLabel}: ${officeName}`,
      `${contact.details.responseLabel}: ${contact.details.response}`,
      `[${site.footer.terms}](${url('/terms')})`,
      `[${site.footer.privacy}](${url('/privacy')})`,
    ]),
  ]
    .join('\n\n')
    .concat('\n');
};
