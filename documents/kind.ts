import type { z } from 'astro/zod';
import type { Source } from './markdown.ts';
import type { Mistake } from './mistakes.ts';
import type { Outline, Pages } from './outline.ts';

export interface Body {
  title: string;
  styles: string;
  body: string;
}

/** What differs between a white paper and the résumé. */
export interface Kind {
  /** For the PDF's metadata. */
  subject: string;
  /** As the catalogue gives it, such as `512 KB`; null when it does not. */
  size: string | null;
  /** `otherwise` ends the message “has 3 pages”. */
  expectedPages: { least: number; most: number; otherwise: string };
  frontmatter: z.ZodType<{ edition: Date }>;
  /** Directives (`:::name`) of its source. */
  blocks: readonly string[];
  /** Checks beyond frontmatter and outline. */
  findMistakes: (source: Source) => Mistake[];
  /** HTML for a source with valid frontmatter, and the styles that only this kind has. */
  body: (source: Source, outline: Outline, pages: Pages) => Body;
}
