import { pageFile } from '#model/page-file.ts';
import { error, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';
import { excerpt } from '../strings.ts';

const leftover =
  /\blorem ipsum\b|\b(?:TODO|TBD|FIXME|XXX)\b|\[(?:your|name|company|insert)\b[^\]]*\](?!\()|\byour (?:company|name) here\b/i;

export const findBadWords = function* ({ texts }: Project): Generator<Finding> {
  for (const { file, line, field, text } of texts) {
    const [placeholder] = leftover.exec(text) ?? [];
    if (placeholder) {
      const message = `“${placeholder}” was left for later: “${excerpt(text)}”`;
      yield { ...error(file, field, message, 'Write what belongs there.'), line };
    }
    for (const [address] of text.matchAll(/\bhttp:\/\/[^\s)"'<>]+(?<![.,;:!?])/g)) {
      const message = `${address} is not encrypted.`;
      yield { ...error(file, field, message, 'Use its https address.'), line };
    }
  }
};

export const findDatesToCome = function* ({ content, today }: Project): Generator<Finding> {
  for (const { id, updated } of content.pages) {
    if (!updated || new Date(updated) <= today) continue;
    const message = `The page was last updated on ${updated}, which has not come yet.`;
    yield error(pageFile(id), 'updated', message, 'Write the day of the last change.');
  }
};
