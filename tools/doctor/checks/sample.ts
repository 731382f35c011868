import type { Finding } from '../finding.ts';
import { type Project, variable } from '../project.ts';
import { contentStrings, isReservedHost } from '../strings.ts';

/** What the project comes with, so that it can be seen at once: nobody must publish it. */

const sampleName =
  /\b(?:Robin Example|Example Risk Advisory|Sample (?:Marketplace|Payments|Mail|Auctions))\b/;

/** Numbers set aside for fiction in North America: 555-0100 to 555-0199. */
const isFictionalPhone = (phone: string): boolean => /^\+1\d{3}55501\d\d$/.test(phone);

const hostsIn = (text: string): string[] =>
  [...text.matchAll(/(?:https?:\/\/|[\w.+-]@)([a-z0-9][a-z0-9.-]*[a-z0-9])/gi)].map(
    ([, host = '']) => host,
  );

const names = ({ content, texts }: Project) => [
  ...(['firm', 'person', 'jobTitle'] as const).map((field) => ({
    file: 'content/identity.ts',
    field,
    text: content.identity[field],
  })),
  ...content.identity.companyLinks.map(({ label }, index) => ({
    file: 'content/identity.ts',
    field: `companyLinks[${index}].label`,
    text: label,
  })),
  ...content.expertise.timeline.map(({ company }, index) => ({
    file: 'content/expertise.ts',
    field: `timeline[${index}].company`,
    text: company,
  })),
  ...Object.entries(texts).flatMap(([file, markdown]) =>
    [...markdown.matchAll(/^:::role\[(.*)\]$/gm)].map((role) => ({
      file,
      field: `line ${markdown.slice(0, role.index).split('\n').length}`,
      text: role[1] ?? '',
    })),
  ),
];

export const findSample = (project: Project): Finding[] => {
  const findings: Finding[] = [];
  const report = (where: Pick<Finding, 'file' | 'field'>, message: string, fix: string): void => {
    const { file, field } = where;
    findings.push({ severity: 'error', message, file, field, fix, isSample: true });
  };

  for (const name of names(project)) {
    const [found] = sampleName.exec(name.text) ?? [];
    if (found) report(name, `“${found}” is a name of the sample.`, 'Put the real one there.');
  }
  for (const located of contentStrings(project)) {
    for (const host of hostsIn(located.text).filter(isReservedHost)) {
      report(
        located,
        `The host ${host} is set aside for samples; nobody can own it.`,
        'Put your own address there, or take the entry out.',
      );
    }
  }
  const { phone } = project.content.identity;
  if (isFictionalPhone(phone)) {
    report(
      { file: 'content/identity.ts', field: 'phone' },
      `The number ${phone} is set aside for fiction; nobody answers it.`,
      'Put your own number there, digits only with the country code.',
    );
  }
  const siteUrl = variable(project, 'SITE_URL');
  if (siteUrl && URL.canParse(siteUrl) && isReservedHost(new URL(siteUrl).hostname)) {
    report(
      { file: 'environment', field: 'SITE_URL' },
      `The host ${new URL(siteUrl).hostname} is set aside for samples; nobody can own it.`,
      'Set it to where the site will be published.',
    );
  }
  return findings;
};
