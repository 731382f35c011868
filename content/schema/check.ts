import type { z } from 'astro/zod';
import { about } from '../about.ts';
import { contact } from '../contact.ts';
import { embedded } from '../embedded.ts';
import { expertise } from '../expertise.ts';
import { hero } from '../hero.ts';
import { identity } from '../identity.ts';
import * as messages from '../messages.ts';
import { resources } from '../resources.ts';
import { services } from '../services.ts';
import { site } from '../site.ts';
import { thresholdFigure } from '../threshold-figure.ts';
import * as schema from './schema.ts';

/** What each file `content/*.ts` must hold, by the file's name. */
export const contentSchemas = {
  identity: schema.identitySchema,
  site: schema.siteSchema,
  hero: schema.heroSchema,
  'threshold-figure': schema.thresholdFigureSchema,
  services: schema.servicesSchema,
  expertise: schema.expertiseSchema,
  about: schema.aboutSchema,
  resources: schema.resourcesSchema,
  contact: schema.contactSchema,
  messages: schema.messagesSchema,
  embedded: schema.embeddedSchema,
} as const;

/** What they hold. */
export type Content = {
  [Name in keyof typeof contentSchemas]: z.infer<(typeof contentSchemas)[Name]>;
};

export const content: Content = {
  identity,
  site,
  hero,
  'threshold-figure': thresholdFigure,
  services,
  expertise,
  about,
  resources,
  contact,
  messages: { ...messages },
  embedded,
};

/** A place within a value, as code would name it: `items[1].duration`. */
export const formatPath = (path: readonly PropertyKey[]): string =>
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
  value: unknown,
): string[] => {
  const result = contentSchema.safeParse(value, {
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
  const mistakes = Object.entries(contentSchemas).flatMap(([name, contentSchema]) =>
    findContentMistakes(
      `content/${name}.ts`,
      contentSchema,
      content[name as keyof typeof contentSchemas],
    ),
  );
  if (mistakes.length > 0) {
    throw new Error(
      `The content has mistakes:\n${mistakes.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
};
