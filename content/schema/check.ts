import type { z } from 'astro/zod';
import { embedded } from '../embedded.ts';
import { identity } from '../identity.ts';
import * as messages from '../messages.ts';
import { site } from '../site.ts';
import { thresholdFigure } from '../threshold-figure.ts';
import { formatMistakes, type Mistake } from './mistake.ts';
import * as schema from './schema.ts';
import { type SectionId, sections } from './sections.ts';

const ofSections = <Part extends 'words' | 'schema'>(part: Part) =>
  Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section[part]])) as {
    [Id in SectionId]: (typeof sections)[Id][Part];
  };

const contentSchemas = {
  identity: schema.identitySchema,
  site: schema.siteSchema,
  ...ofSections('schema'),
  'threshold-figure': schema.thresholdFigureSchema,
  messages: schema.messagesSchema,
  embedded: schema.embeddedSchema,
};

export const content: {
  [Name in keyof typeof contentSchemas]: z.infer<(typeof contentSchemas)[Name]>;
} = {
  identity,
  site,
  ...ofSections('words'),
  'threshold-figure': thresholdFigure,
  messages: { ...messages },
  embedded,
};

/** Such as `items[1].duration`. */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

/** The mistakes in one content value, for messages that name `file`. */
export const findContentMistakes = (
  file: string,
  contentSchema: z.ZodType,
  value: unknown,
): Mistake[] => {
  const result = contentSchema.safeParse(value, {
    error: (issue) => {
      if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
      if (issue.code === 'invalid_type') return `must be ${issue.expected}`;
      return undefined;
    },
  });
  if (result.success) return [];
  const mistakeAt = (path: readonly PropertyKey[], what: string): Mistake => {
    const field = formatPath(path);
    return { file, field, message: `${field} ${what}` };
  };
  return result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => mistakeAt([...issue.path, key], 'is not a known field (misspelt?)'))
      : [mistakeAt(issue.path, issue.message)],
  );
};

export const findMistakes = (values: Record<keyof typeof contentSchemas, unknown>): Mistake[] =>
  Object.entries(contentSchemas).flatMap(([name, contentSchema]) =>
    findContentMistakes(
      `content/${name}.ts`,
      contentSchema,
      values[name as keyof typeof contentSchemas],
    ),
  );

/** @throws Error that lists every mistake in `content/` with its file and field */
export const checkContent = (): void => {
  const mistakes = findMistakes(content);
  if (mistakes.length > 0) throw new Error(formatMistakes('The content has mistakes:', mistakes));
};
