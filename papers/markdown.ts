import { parseFrontmatter } from 'astro/markdown';
import { markdownToMdast } from 'satteri';
import { escapeMarkdown, fill } from '../model/fill.ts';
import { checkGivens } from './given.ts';
import type { Mistake } from './mistakes.ts';
import type { NodeOf } from './tree.ts';
import { print, type Values } from './values.ts';

export interface Source {
  file: string;
  frontmatter: Record<string, unknown>;
  root: NodeOf<'root'>;
}

/**
 * Replaces `{name}` and `{name:format}` by values, and takes out `{given a < b}`; reports, with
 * their lines, wrong names and sentences that no longer hold.
 */
export const fillValues = (
  text: string,
  file: string,
  values: Values,
): { text: string; mistakes: Mistake[] } => {
  const mistakes: Mistake[] = [];
  const lines = text.split('\n').map((written, index) => {
    const report = (text: string) => mistakes.push({ file, line: index + 1, text });
    const { line, broken } = checkGivens(written, values);
    for (const { sentence, text } of broken) {
      report(`“${fill(sentence, (reference) => print(values, reference).text)}” ${text}`);
    }
    return fill(line, (reference) => {
      const { text: printed, mistake } = print(values, reference);
      if (mistake) report(mistake);
      return printed && escapeMarkdown(printed);
    });
  });
  return { text: lines.join('\n'), mistakes };
};

/** Reads a Markdown file and fills in the values. */
export const readMarkdown = (
  text: string,
  file: string,
  values: Values,
): { source: Source; mistakes: Mistake[] } => {
  const filled = fillValues(text, file, values);
  // Blank lines replace the frontmatter, so that positions are those of the file.
  const { frontmatter, content } = parseFrontmatter(filled.text, {
    frontmatter: 'empty-with-lines',
  });
  const root = markdownToMdast(content, {
    features: {
      directive: true,
      headingAttributes: true,
      definitionList: true,
      smartPunctuation: { quotes: true, dashes: false, ellipses: false },
      gfm: { footnotes: false },
    },
  });
  if (root.type !== 'root') throw new TypeError(`${file}: parsed to ${root.type}, not to a root`);
  return { source: { file, frontmatter, root }, mistakes: filled.mistakes };
};
