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
import { formatMistakes, type Mistake } from './mistake.ts';
import { describeIssue, sentencesAbout } from './plain-words.ts';
import * as schema from './schema.ts';
import { lineOfField } from './source.ts';

const contentSchemas = {
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

export const content: {
  [Name in keyof typeof contentSchemas]: z.infer<(typeof contentSchemas)[Name]>;
} = {
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
  const result = contentSchema.safeParse(value, { error: describeIssue });
  return (result.error?.issues ?? [])
    .flatMap((issue) => sentencesAbout(issue, contentSchema, value))
    .map(({ path, message }) => ({
      file,
      line: lineOfField(file, path) ?? undefined,
      field: formatPath(path),
      message,
    }));
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
  if (mistakes.length > 0) throw new Error(formatMistakes(mistakes));
};
