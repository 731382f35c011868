import { wrapWords } from '#inbox/wrap.ts';
import type { Finding } from './finding.ts';

const headings = { error: 'Fix these before you publish:', warning: 'Warnings:' };

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

/**
 * Returns findings as a text for people: errors first, by file. A fresh copy's fit a screen of 24 lines.
 * @param isWhole whether it has all findings, and all lines of the sample's texts, rather than the first ten
 * @param width in columns
 */
export const formatFindings = (
  findings: readonly Finding[],
  isWhole = false,
  width = 80,
): string => {
  const wrap = (row: string) => wrapWords(row, width - 2).join('\n  ');
  const byFile = [...Map.groupBy(findings, ({ file }) => file).values()].flat();
  const sorted = byFile.toSorted((a, b) => a.severity.localeCompare(b.severity));
  const shown = isWhole ? sorted : sorted.slice(0, 10);
  const rest = sorted.length - shown.length;
  const paragraphs = [...Map.groupBy(shown, ({ severity }) => severity)].map(([severity, some]) => {
    const rows = some.map(({ file, line, sampleLines, message, fix }) => {
      const place = [file, (isWhole && sampleLines?.join()) || line].filter(Boolean).join(':');
      return wrap(`${place}  ${message} ${fix}`);
    });
    return [headings[severity], ...rows, ''].join('\n');
  });
  if (rest > 0) paragraphs.push(`And ${rest} more: npm run doctor -- --all`);
  if (findings.some(({ sampleLines }) => sampleLines)) {
    const what = 'To confirm sample text that is true of you';
    paragraphs.push(wrap(`${what}: npm run doctor -- --confirm FILE`));
  }
  if (!hasErrors(findings)) paragraphs.push('The site can be published.');
  return paragraphs.join('\n').trimEnd();
};
