import type { Finding, Severity } from './finding.ts';

const headings: Record<Severity, (count: number) => string> = {
  error: (count) =>
    `${count === 1 ? 'An error' : `${count} errors`}: must be fixed before the site is published`,
  warning: (count) => `${count === 1 ? 'A warning' : `${count} warnings`}: should be looked at`,
  note: (count) => `${count === 1 ? 'A note' : `${count} notes`}: only to be known`,
};

const severities = Object.keys(headings) as Severity[];

const sampleNotice = `This is the sample that the project comes with: its person, firm and addresses do not
exist. It is there to be looked at, not to be published. Begin with content/identity.ts.`;

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

const isSample = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.isSample);

/** Findings for people, the gravest first. */
export const formatFindings = (findings: readonly Finding[]): string => {
  const parts = severities.flatMap((severity) => {
    const some = findings.filter((finding) => finding.severity === severity);
    if (some.length === 0) return [];
    const entries = some.map(
      ({ message, file, field, fix }) =>
        `  ${message}\n    where  ${file}, ${field}\n    fix    ${fix}`,
    );
    return [headings[severity](some.length), ...entries];
  });
  const verdict = hasErrors(findings)
    ? 'This site must not be published yet.'
    : 'Nothing stands against publishing this site.';
  return [...(isSample(findings) ? [sampleNotice] : []), ...parts, verdict].join('\n\n');
};

export const formatFindingsAsJson = (findings: readonly Finding[]): string =>
  JSON.stringify(
    { publishable: !hasErrors(findings), sample: isSample(findings), findings },
    null,
    2,
  );
