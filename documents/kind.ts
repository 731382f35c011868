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
  /** Such as `512 KB`; null when the catalogue does not give it. */
  size: string | null;
  /** `otherwise` ends the message “has 3 pages”. */
  expectedPages: { least: number; most: number; otherwise: string };
  frontmatter: z.ZodType<{ edition: Date }>;
  /** Directives (`:::name`) of its source. */
  blocks: readonly string[];
  findMistakes: (source: Source) => Mistake[];
  /** Needs valid frontmatter. */
  body: (source: Source, outline: Outline, pages: Pages) => Body;
}
