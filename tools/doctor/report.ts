import type { Finding } from './finding.ts';

const headings = {
  error: 'Must be fixed before the site is published:',
  warning: 'Should be looked at:',
} as const;

const severities = ['error', 'warning'] as const;

/** Findings that fit one screen of 24 lines. */
const few = 10;

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

const verdictOn = (findings: readonly Finding[]): string => {
  if (hasErrors(findings)) return 'This site must not be published yet.';
  return findings.length > 0
    ? 'This site can be published; look at the warnings first.'
    : 'Nothing stands against publishing this site.';
};

/** Makes one finding of what a file has of the sample. */
const summarize = (findings: readonly Finding[]): Finding[] => {
  const files = Map.groupBy(findings, ({ file, isSample }, index) => (isSample ? file : index));
  return [...files.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    const message = `${others.length + 1} texts are the sample’s`;
    return { ...first, message, fix: 'Write your own.' };
  });
};

/** What is wrong and what to do, in one sentence. */
const sentenceOf = ({ message, fix }: Finding): string =>
  `${message.replace(/[.:]$/, '')}: ${fix.charAt(0).toLowerCase()}${fix.slice(1)}`;

const rowsOf = (file: string, findings: readonly Finding[]): string[] => {
  const [{ line } = { line: undefined }, ...others] = findings;
  if (others.length === 0) {
    return findings.map((each) => `${line ? `${file}:${line}` : file}  ${sentenceOf(each)}`);
  }
  return [file, ...findings.map((each) => `  ${each.line ?? ''}  ${sentenceOf(each)}`)];
};

/**
 * Returns findings as a text for people: errors first, by file.
 * @param isWhole whether all of them are listed, rather than the first ten
 */
export const formatFindings = (findings: readonly Finding[], isWhole = false): string => {
  const sorted = severities.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  const all = isWhole ? sorted : summarize(sorted);
  const shown = isWhole ? all : all.slice(0, few);
  const rest = all.length - shown.length;
  return [
    ...[...Map.groupBy(shown, ({ severity }) => severity)].flatMap(([severity, some]) => [
      headings[severity],
      ...[...Map.groupBy(some, ({ file }) => file)].flatMap(([file, each]) => rowsOf(file, each)),
      '',
    ]),
    ...(rest > 0 ? [`And ${rest} more: npm run doctor -- --all`] : []),
    ...(findings.some(({ isSample }) => isSample)
      ? ['What is true of you, too, you confirm: npm run doctor -- --confirm FILE']
      : []),
    verdictOn(findings),
  ].join('\n');
};
