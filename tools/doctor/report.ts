import type { Finding } from './finding.ts';

const headings = {
  error: 'Must be fixed before the site is published:',
  warning: 'Should be looked at:',
} as const;

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

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
const rowOf = ({ file, line, message, fix }: Finding): string =>
  `${line ? `${file}:${line}` : file}  ${message.replace(/[.:]$/, '')}: ${fix.charAt(0).toLowerCase()}${fix.slice(1)}`;

/**
 * Returns findings as a text for people: errors first, by file. A fresh copy's fit a screen of 24 lines.
 * @param isWhole whether all of them are listed, rather than the first ten
 */
export const formatFindings = (findings: readonly Finding[], isWhole = false): string => {
  const byFile = [...Map.groupBy(findings, ({ file }) => file).values()].flat();
  const sorted = byFile.toSorted((a, b) => a.severity.localeCompare(b.severity));
  const all = isWhole ? sorted : summarize(sorted);
  const shown = isWhole ? all : all.slice(0, 10);
  const groups = Map.groupBy(shown, ({ severity }) => severity);
  const lines = [...groups].flatMap(([severity, some]) => [
    headings[severity],
    ...some.map(rowOf),
    '',
  ]);
  const rest = all.length - shown.length;
  if (rest > 0) lines.push(`And ${rest} more: npm run doctor -- --all`);
  if (findings.some(({ isSample }) => isSample)) {
    lines.push('What is true of you, too, you confirm: npm run doctor -- --confirm FILE');
  }
  if (hasErrors(findings)) lines.push('This site must not be published yet.');
  else if (rest + shown.length > 0) lines.push('This site can be published. Look at the warnings.');
  else lines.push('Nothing stands against publishing this site.');
  return lines.join('\n');
};
