import type { z } from 'astro/zod';
import type { Source } from './markdown.ts';
import type { Mistake } from './mistakes.ts';
import type { Outline, Pages } from './outline.ts';

/** What sets one kind of document apart from the other. */
export interface Kind {
  /** One sentence on what the document is about. */
  subject: string;
  /** How large the catalogue says its PDF is, such as `512 KB`; null when it does not say. */
  size: string | null;
  /** How many pages it may have, and the end of the sentence “has 3 pages” when it has others. */
  expectedPages: { least: number; most: number; otherwise: string };
  frontmatter: z.ZodType<{ edition: Date }>;
  /** The directives that its source may open with `:::name`. */
  blocks: readonly string[];
  /** What is wrong with a source beyond its frontmatter and outline. */
  findMistakes: (source: Source) => Mistake[];
  /**
   * The document as HTML without the styles that all documents share.
   * @param source with frontmatter that has been held against the schema
   * @param pages page of each anchor as far as it is known, for the table of contents
   */
  body: (
    source: Source,
    outline: Outline,
    pages: Pages,
  ) => { title: string; styles: string; body: string };
}
