import { sectionIds } from '#content/schema/vocabulary.ts';
import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** The id that a button asks for; until the owner adds such a resource, it is meant to be missing. */
const knownMissing = 'case-studies';

/** Fields of the content that point at other fields, and point at nothing. */
export const findBrokenReferences = ({ content }: Project): Finding[] => {
  const { about, expertise, hero, identity, resources, services } = content;
  const findings: Finding[] = [];
  const report = (
    severity: Finding['severity'],
    file: string,
    field: string,
    message: string,
    fix: string,
  ): void => {
    findings.push({ severity, message, file, field, fix });
  };

  const wanted = services.banner.caseStudiesResource;
  if (!resources.catalogue.some(({ id }) => id === wanted)) {
    report(
      wanted === knownMissing ? 'note' : 'error',
      'content/services.ts',
      'banner.caseStudiesResource',
      wanted === knownMissing
        ? `“${services.banner.caseStudiesLabel}” asks for “${wanted}”, which is not in the catalogue: the button says that it was not found. It is left for you on purpose (README.md).`
        : `There is no resource “${wanted}” in the catalogue.`,
      `Add a resource with the id “${wanted}” to content/resources.ts${wanted === knownMissing ? ' and the button starts to work' : ', or name one that is there'}.`,
    );
  }

  const target = about.learnMoreTarget;
  const learnMore = ['content/about.ts', 'learnMoreTarget'] as const;
  if (target === '') {
    report(
      'note',
      ...learnMore,
      `“${about.learnMoreLabel}” does nothing yet. It is left for you on purpose (README.md).`,
      'Put a section, such as #expertise, or a web address there and it starts to work.',
    );
  } else if (target.startsWith('#')) {
    if (!(sectionIds as readonly string[]).includes(target.slice(1))) {
      const sections = sectionIds.map((id) => `#${id}`).join(', ');
      report('error', ...learnMore, `There is no section “${target}”.`, `Use one of ${sections}.`);
    }
  } else if (!/^(?:https?:\/\/|\/)/.test(target)) {
    report(
      'error',
      ...learnMore,
      `“${target}” is neither a section nor an address.`,
      'Write a section as #expertise, a page as /terms, and another site with https://.',
    );
  }

  const companies = identity.companyLinks.map(({ id }) => id);
  for (const [index, { link }] of expertise.timeline.entries()) {
    if (link !== undefined && !companies.includes(link)) {
      report(
        'error',
        'content/expertise.ts',
        `timeline[${index}].link`,
        `There is no company “${link}” in companyLinks.`,
        `Add it to content/identity.ts, or use one of ${companies.join(', ')}.`,
      );
    }
  }

  const years = expertise.timeline.map(({ from }) => from);
  for (const [index, { source, text }] of hero.claims.entries()) {
    if (!years.includes(source)) {
      report(
        'error',
        'content/hero.ts',
        `claims[${index}].source`,
        `The claim “${text}” names a role that began in ${source}, and there is none.`,
        `Use the year of a role in content/expertise.ts: ${years.join(', ')}.`,
      );
    }
  }
  return findings;
};
