import type { z } from 'astro/zod';
import { availability } from '../availability.ts';
import { embedded } from '../embedded.ts';
import { identity } from '../identity.ts';
import * as messages from '../messages.ts';
import { site } from '../site.ts';
import { thresholdFigure } from '../threshold-figure.ts';
import { availabilitySchema } from './availability.ts';
import { formatMistakes, type Mistake } from './mistake.ts';
import { describeIssue, sentencesAbout } from './plain-words.ts';
import * as schema from './schema.ts';
import { type SectionId, sections } from './sections.ts';
import { lineOfField } from './source.ts';
import { generalConsultation } from './vocabulary.ts';

const ofSections = <Part extends 'words' | 'schema'>(part: Part) =>
  Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section[part]])) as {
    [Id in SectionId]: (typeof sections)[Id][Part];
  };

/** What is wrong with the services is said of them. */
const { data: read } = sections.services.schema.safeParse(sections.services.words);
const consultations = read?.items.map(({ consultation }) => consultation) ?? [];

const contentSchemas = {
  identity: schema.identitySchema,
  site: schema.siteSchema,
  ...ofSections('schema'),
  'threshold-figure': schema.thresholdFigureSchema,
  messages: schema.messagesSchema,
  embedded: schema.embeddedSchema,
  availability: availabilitySchema(Math.min(generalConsultation, ...consultations)),
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
  availability,
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
