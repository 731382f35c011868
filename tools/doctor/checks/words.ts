import { findUnknownDetail } from '#model/identity-text.ts';
import { serviceStates } from '#model/vocabulary.ts';
import { error, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';
import { isSampleLegalText, legalTexts } from '../sample-text.ts';
import { contentStrings, excerpt } from '../strings.ts';

const leftover =
  /\blorem ipsum\b|\b(?:TODO|TBD|FIXME|XXX)\b|\[(?:your|name|company|insert)\b[^\]]*\](?!\()|\byour (?:company|name) here\b/i;

export const findBadWords = function* (project: Project): Generator<Finding> {
  for (const { file, field, text } of contentStrings(project)) {
    const [placeholder] = leftover.exec(text) ?? [];
    if (placeholder) {
      const message = `“${placeholder}” was left for later: “${excerpt(text)}”`;
      yield error(file, field, message, 'Write what should stand there.');
    }
    for (const [address] of text.matchAll(/\bhttp:\/\/[^\s)"'<>]+(?<![.,;:!?])/g)) {
      yield error(file, field, `${address} is not encrypted.`, 'Use its https address.');
    }
    const unknown = legalTexts.includes(file)
      ? findUnknownDetail(text, Object.keys(serviceStates))
      : null;
    if (unknown) {
      const fix = 'Use a name that there is, or take the braces out.';
      yield error(file, field, `${unknown}.`, fix);
    }
  }
};

/** A commit can be made on the day after, in another time zone. */
const slack = 24 * 60 * 60 * 1000;

/** Of the sample's legal texts. */
const sampleDate = '2024-01-01';

/** The date of the sample's own texts is specified, so it is not compared with when they changed. */
const wrongDate = (date: string, isSample: boolean, changedOn?: string): string | null => {
  if (date === sampleDate) {
    return isSample
      ? `${date}, the day of the last update, is one of the sample.`
      : `The text says that it was last updated on ${date}, the sample’s date, and it has been changed since.`;
  }
  const isLate = changedOn && Date.parse(changedOn) > Date.parse(date) + slack;
  return isLate && !isSample
    ? `The text says that it was last updated on ${date}, and it was changed on ${changedOn}.`
    : null;
};

/** Whether the date of each legal text can be that of its last change. */
export const findWrongDates = function* ({ changed, texts, today }: Project): Generator<Finding> {
  for (const file of legalTexts) {
    const fix = 'Put the day of the last change there.';
    const [, date = ''] = /^updated: *(\S+)/m.exec(texts[file] ?? '') ?? [];
    if (new Date(date) > today) {
      const message = `The text says that it was last updated on ${date}, which has not come yet.`;
      yield error(file, 'updated', message, fix);
      continue;
    }
    const message = wrongDate(date, isSampleLegalText(file, texts[file] ?? ''), changed[file]);
    if (message) yield { severity: 'warning', message, file, field: 'updated', fix };
  }
};
