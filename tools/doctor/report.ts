import type { Finding, Severity } from './finding.ts';

const headings: Record<Severity, (count: number) => string> = {
  error: (count) =>
    `${count === 1 ? 'An error' : `${count} errors`}: must be fixed before the site is published`,
  warning: (count) => `${count === 1 ? 'A warning' : `${count} warnings`}: should be looked at`,
  note: (count) => `${count === 1 ? 'A note' : `${count} notes`}: only to be known`,
};

const severities = Object.keys(headings) as Severity[];

const sampleNotice = `This is the sample that the project comes with, or what is left of it: its person, firm and
career do not exist. It is there to be looked at, not to be published. Begin with
content/identity.ts.`;

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

const isSample = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.isSample);

/** Before publishing, whatever is left of the sample is an error. */
export const forPublishing = (findings: readonly Finding[]): Finding[] =>
  findings.map((finding) => (finding.isSample ? { ...finding, severity: 'error' } : finding));

const verdictOn = (findings: readonly Finding[]): string => {
  if (hasErrors(findings) || isSample(findings)) return 'This site must not be published yet.';
  return findings.some(({ severity }) => severity === 'warning')
    ? 'No error stands against publishing this site; look at the warnings first.'
    : 'Nothing stands against publishing this site.';
};

/** Findings for people, the gravest first. */
export const formatFindings = (findings: readonly Finding[]): string => {
  const parts = severities.flatMap((severity) => {
    const some = findings.filter((finding) => finding.severity === severity);
    if (some.length === 0) return [];
    const entries = some.map(
      ({ message, file, line, field, fix }) =>
        `  ${message}\n    where  ${line === undefined ? file : `${file}:${line}`}, ${field}\n    fix    ${fix}`,
    );
    return [headings[severity](some.length), ...entries];
  });
  return [...(isSample(findings) ? [sampleNotice] : []), ...parts, verdictOn(findings)].join(
    '\n\n',
  );
};

export const formatFindingsAsJson = (findings: readonly Finding[]): string =>
  JSON.stringify(
    {
      publishable: !hasErrors(findings) && !isSample(findings),
      sample: isSample(findings),
      findings,
    },
    null,
    2,
  );
