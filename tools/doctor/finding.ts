import { wrapWords } from '#inbox/wrap.ts';
import type { Mistake } from '#model/mistake.ts';
import type { Text } from './sample.ts';

/** A mistake in a field or in a whole file; the file of a variable is `environment`. */
export interface Finding extends Mistake {
  /** Only an error prevents publishing. */
  severity: 'error' | 'warning';
  /** The remedy, a sentence like the message. */
  fix: string;
  /** The sample's texts in the file, each without the sentences that are not the sample's. */
  sample?: readonly Text[];
}

export const error = (file: string, field: string, message: string, fix: string): Finding => {
  return { severity: 'error', file, field, message, fix };
};

export const warning = (...args: Parameters<typeof error>): Finding => {
  return { ...error(...args), severity: 'warning' };
};

const headings = { error: 'Fix these before you publish:', warning: 'Warnings:' };

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

/**
 * Formats findings for people, errors first. The findings of a fresh copy fit in 24 lines.
 * @param isWhole whether to show all findings and all lines of sample texts, instead of the first ten findings
 */
export const formatFindings = (
  findings: readonly Finding[],
  isWhole = false,
  width = 80,
): string => {
  const wrap = (row: string) => wrapWords(row, width - 2).join('\n  ');
  const sorted = findings.toSorted((a, b) => a.severity.localeCompare(b.severity));
  const shown = isWhole ? sorted : sorted.slice(0, 10);
  const rest = sorted.length - shown.length;
  const paragraphs = [...Map.groupBy(shown, ({ severity }) => severity)].map(([severity, some]) => {
    const rows = some.map(({ file, line, sample = [], message, fix }) => {
      const lines = [...new Set(sample.map((text) => text.line))].join();
      const place = [file, (isWhole && lines) || line].filter(Boolean).join(':');
      return wrap(`${place}  ${message} ${fix}`);
    });
    return [headings[severity], ...rows, ''].join('\n');
  });
  if (rest > 0) paragraphs.push(`And ${rest} more: npm run doctor -- --all`);
  const howTo = 'To confirm sample text that is true of you: npm run doctor -- --confirm FILE';
  if (findings.some(({ sample }) => sample)) paragraphs.push(wrap(howTo));
  if (!hasErrors(findings)) paragraphs.push('The site can be published.');
  return paragraphs.join('\n').trimEnd();
};
