import type { z } from 'astro/zod';
import type { Source } from './markdown.ts';
import type { Mistake } from './mistakes.ts';
import type { Outline, Pages } from './outline.ts';

export interface Body {
  title: string;
  styles: string;
  body: string;
}

/** The differences between a white paper and the résumé. */
export interface Kind {
  /** The subject in the PDF's metadata. */
  subject: string;
  hasCover: boolean;
  frontmatter: z.ZodType<{ edition: Date }>;
  /** Directives (`:::name`) of its source. */
  blocks: readonly string[];
  findMistakes: (source: Source) => Mistake[];
  /** Needs valid frontmatter. */
  body: (source: Source, outline: Outline, pages: Pages) => Body;
}
