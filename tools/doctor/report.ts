import type { Finding, Severity } from './finding.ts';

const headings: Record<Severity, string> = {
  error: 'Must be fixed before the site is published',
  warning: 'Should be looked at',
  note: 'Only to be known',
};

const severities = Object.keys(headings) as Severity[];

/** Findings that fit one screen. */
const few = 10;

const sampleNotice = `This is the sample that the project comes with, or what is left of it: its person, firm and
career do not exist. Begin with content/identity.yaml. What is true of you, too, you confirm:
npm run doctor -- --confirm content/pages/terms.md`;

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

const isSample = (findings: readonly Finding[]): boolean =>
  findings.some((finding) => finding.isSample);

const verdictOn = (findings: readonly Finding[]): string => {
  if (hasErrors(findings)) return 'This site must not be published yet.';
  return findings.some(({ severity }) => severity === 'warning')
    ? 'This site can be published; look at the warnings first.'
    : 'Nothing stands against publishing this site.';
};

/** What is wrong and what to do, in one sentence. */
const sentence = ({ file, line, field, message, fix }: Finding): string => {
  const isNamed = file === 'environment' || field === 'the whole file';
  const place = line ?? (isNamed ? undefined : field);
  const what = message.replace(/[.:]$/, '');
  return `    ${place === undefined ? '' : `${place}  `}${what}: ${fix.charAt(0).toLowerCase()}${fix.slice(1)}`;
};

/**
 * Findings for people: the gravest first, by file.
 * @param isWhole whether all of them are listed
 */
export const formatFindings = (findings: readonly Finding[], isWhole = true): string => {
  const sorted = severities.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  const shown = isWhole ? sorted : sorted.slice(0, few);
  const parts = [...Map.groupBy(shown, ({ severity }) => severity)].map(([severity, some]) =>
    [
      headings[severity],
      ...[...Map.groupBy(some, ({ file }) => file)].flatMap(([file, each]) => [
        `  ${file}`,
        ...each.map(sentence),
      ]),
    ].join('\n'),
  );
  const rest = sorted.length - shown.length;
  return [
    ...(isSample(findings) ? [sampleNotice] : []),
    ...parts,
    ...(rest > 0 ? [`and ${rest} more: npm run doctor -- --all`] : []),
    verdictOn(findings),
  ].join('\n\n');
};

export const formatFindingsAsJson = (findings: readonly Finding[]): string =>
  JSON.stringify(
    { publishable: !hasErrors(findings), sample: isSample(findings), findings },
    null,
    2,
  );
