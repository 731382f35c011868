import type { z } from 'astro/zod';
import { about } from '#content/about.ts';
import { contact } from '#content/contact.ts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import { resources } from '#content/resources.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import * as schema from './schema.ts';

/** Every content file with the schema it must satisfy. */
const contentFiles: Record<string, [schema: z.ZodType, content: unknown]> = {
  'content/identity.ts': [schema.identitySchema, identity],
  'content/site.ts': [schema.siteSchema, site],
  'content/hero.ts': [schema.heroSchema, hero],
  'content/threshold-figure.ts': [schema.thresholdFigureSchema, thresholdFigure],
  'content/services.ts': [schema.servicesSchema, services],
  'content/expertise.ts': [schema.expertiseSchema, expertise],
  'content/about.ts': [schema.aboutSchema, about],
  'content/resources.ts': [schema.resourcesSchema, resources],
  'content/contact.ts': [schema.contactSchema, contact],
};

const formatPath = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

/**
 * Holds one content value against its schema.
 * @returns one line per mistake, naming file, field, and what is wrong; empty when all is well.
 */
export const findContentMistakes = (
  file: string,
  contentSchema: z.ZodType,
  content: unknown,
): string[] => {
  const result = contentSchema.safeParse(content, {
    error: (issue) => {
      if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
      if (issue.code === 'invalid_type') return `must be ${issue.expected}`;
      return undefined;
    },
  });
  if (result.success) return [];
  return result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(
          (key) => `${file}: ${formatPath([...issue.path, key])} is not a known field (misspelt?)`,
        )
      : [`${file}: ${formatPath(issue.path)} ${issue.message}`],
  );
};

/**
 * Holds all of `content/` against its schemas.
 * @throws Error that lists every mistake with its file and field.
 */
export const checkContent = (): void => {
  const mistakes = Object.entries(contentFiles).flatMap(([file, [contentSchema, content]]) =>
    findContentMistakes(file, contentSchema, content),
  );
  if (mistakes.length > 0) {
    throw new Error(
      `The content has mistakes:\n${mistakes.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
};
