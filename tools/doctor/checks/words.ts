import { findUnknownDetail } from '#content/schema/identity-text.ts';
import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';
import { contentStrings, excerpt } from '../strings.ts';

/** Texts that were left for later. */
const leftover =
  /\blorem ipsum\b|\b(?:TODO|TBD|FIXME|XXX)\b|\[(?:your|name|company|insert)\b[^\]]*\](?!\()|\byour (?:company|name) here\b/i;

const legalTexts = ['content/terms.md', 'content/privacy.md'];

/** Words that must not be read by a visitor, and addresses that are not encrypted. */
export const findBadWords = (project: Project): Finding[] => {
  const findings: Finding[] = [];
  for (const { file, field, text } of contentStrings(project)) {
    const [placeholder] = leftover.exec(text) ?? [];
    if (placeholder) {
      findings.push({
        severity: 'error',
        message: `“${placeholder}” was left for later: “${excerpt(text)}”`,
        file,
        field,
        fix: 'Write what should stand there.',
      });
    }
    for (const [address] of text.matchAll(/\bhttp:\/\/[^\s)"'<>]+(?<![.,;:!?])/g)) {
      findings.push({
        severity: 'error',
        message: `${address} is not encrypted.`,
        file,
        field,
        fix: 'Use its https address.',
      });
    }
    const unknown = legalTexts.includes(file) ? findUnknownDetail(text) : null;
    if (unknown) {
      const fix = 'Use a name that there is, or take the braces out.';
      findings.push({ severity: 'error', message: `${unknown}.`, file, field, fix });
    }
  }
  return findings;
};

/** Dates of the legal texts that have not come yet. */
export const findFutureDates = ({ texts, today }: Project): Finding[] =>
  legalTexts.flatMap((file) => {
    const lines = (texts[file] ?? '').split('\n');
    const index = lines.findIndex((line) => /^updated:/.test(line));
    const date = /^updated:\s*(\S+)/.exec(lines[index] ?? '')?.[1] ?? '';
    return new Date(date) > today
      ? [
          {
            severity: 'error' as const,
            message: `The text says that it was last updated on ${date}, which has not come yet.`,
            file,
            field: 'updated',
            fix: 'Put the day of the last change there.',
          },
        ]
      : [];
  });
