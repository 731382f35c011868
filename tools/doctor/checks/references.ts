import { sectionIds } from '#model/sections.ts';
import { error, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** The id that a button asks for; the sample leaves it out on purpose. */
const knownMissing = 'case-studies';

export const findBrokenReferences = function* ({ content }: Project): Generator<Finding> {
  const { about, expertise, hero, identity, resources, services } = content;

  const wanted = services.banner.caseStudiesResource;
  if (!resources.catalogue.some(({ id }) => id === wanted)) {
    const isKnown = wanted === knownMissing;
    yield {
      severity: isKnown ? 'note' : 'error',
      message: isKnown
        ? `“${services.banner.caseStudiesLabel}” asks for “${wanted}”, which is not in the catalogue: the button says that it was not found. It is left for you on purpose (README.md).`
        : `There is no resource “${wanted}” in the catalogue.`,
      file: 'content/services.yaml',
      field: 'banner.caseStudiesResource',
      fix: `Add a resource with the id “${wanted}” to content/resources.yaml${isKnown ? ' and the button starts to work' : ', or name one that is there'}.`,
    };
  }

  const target = about.learnMoreTarget;
  const file = 'content/about.yaml';
  const field = 'learnMoreTarget';
  const sections = sectionIds.map((id) => `#${id}`);
  if (target === '') {
    yield {
      severity: 'note',
      message: `“${about.learnMoreLabel}” does nothing yet. It is left for you on purpose (README.md).`,
      file,
      field,
      fix: 'Put a section, such as #expertise, or a web address there and it starts to work.',
    };
  } else if (target.startsWith('#') && !sections.includes(target)) {
    const fix = `Use one of ${sections.join(', ')}.`;
    yield error(file, field, `There is no section “${target}”.`, fix);
  } else if (!/^(?:https?:\/\/|[/#])/.test(target)) {
    const fix = 'Write a section as #expertise, a page as /terms, and another site with https://.';
    yield error(file, field, `“${target}” is neither a section nor an address.`, fix);
  }

  const companies = identity.companyLinks.map(({ id }) => id);
  for (const [index, { link }] of expertise.timeline.entries()) {
    if (link !== undefined && !companies.includes(link)) {
      yield error(
        'content/expertise.yaml',
        `timeline[${index}].link`,
        `There is no company “${link}” in companyLinks.`,
        `Add it to content/identity.yaml, or use one of ${companies.join(', ')}.`,
      );
    }
  }

  for (const [index, { from, to, company }] of expertise.timeline.entries()) {
    if (to === null || to >= from) continue;
    const message = `The role at ${company} ends in ${to}, before it begins in ${from}.`;
    const fix = 'Check both years; a role that has not ended has null for `to`.';
    yield error('content/expertise.yaml', `timeline[${index}].to`, message, fix);
  }

  const years = expertise.timeline.map(({ from }) => from);
  for (const [index, { source, text }] of hero.claims.entries()) {
    if (!years.includes(source)) {
      yield error(
        'content/hero.yaml',
        `claims[${index}].source`,
        `The claim “${text}” names a role that began in ${source}, and there is none.`,
        `Use the year of a role in content/expertise.yaml: ${years.join(', ')}.`,
      );
    }
  }
};
