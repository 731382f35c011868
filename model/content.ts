import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { closestMatch } from 'leven';
import { z } from 'zod';
import { availabilitySchema } from './availability.ts';
import { fill, findUnknownDetail } from './fill.ts';
import type { Mistake } from './mistake.ts';
import { pageFile, pageFolder } from './page-file.ts';
import { describeIssue, formatPath, partOf, sentencesAbout } from './plain-words.ts';
import * as schema from './schema.ts';
import { themeSchema } from './theme.ts';
import { generalConsultation, idPattern } from './vocabulary.ts';
import { parseYaml, readMarkdown, readYaml, type Source } from './yaml.ts';

// The one way from the files of `content/` to what pages, mail and commands read.

/** The files `content/NAME.yaml`. The shortest consultation bounds the hours of `availability`. */
const schemasWith = (shortest: number) => ({
  identity: schema.identitySchema,
  site: schema.siteSchema,
  theme: themeSchema,
  hero: schema.heroSchema,
  services: schema.servicesSchema,
  'case-studies': schema.caseStudiesSchema,
  expertise: schema.expertiseSchema,
  clients: schema.clientsSchema,
  about: schema.aboutSchema,
  resources: schema.resourcesSchema,
  contact: schema.contactSchema,
  'threshold-figure': schema.thresholdFigureSchema,
  availability: availabilitySchema(shortest),
});

/** What stands in `content/words/` only. */
const onlyInWords = { messages: schema.messagesSchema, embedded: schema.embeddedSchema };

type Schemas = ReturnType<typeof schemasWith> & typeof onlyInWords;

export interface Page extends z.infer<typeof schema.pageSchema> {
  id: string;
}

export type Content = { [Name in keyof Schemas]: z.infer<Schemas[Name]> } & { pages: Page[] };

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The owner's file over the words of the language. */
const merge = (words: unknown, own: unknown): unknown => {
  if (own === undefined) return words;
  if (!isGroup(words) || !isGroup(own)) return own;
  const names = new Set([...Object.keys(words), ...Object.keys(own)]);
  return Object.fromEntries([...names].map((name) => [name, merge(words[name], own[name])]));
};

/** What a schema finds wrong, with the line in the source that has most of the path. */
export const findMistakesIn = (
  partSchema: z.ZodType,
  value: unknown,
  sources: readonly (readonly [Source, prefix: readonly string[]])[],
): Mistake[] =>
  (partSchema.safeParse(value, { error: describeIssue }).error?.issues ?? [])
    .flatMap((issue) => sentencesAbout(issue, partSchema, value))
    .map(({ path, message }) => {
      const [place] = sources
        .map(([{ file, find }, prefix]) => {
          const { depth, line } = find([...prefix, ...path]);
          return { file, line, depth: depth - prefix.length };
        })
        .sort((one, other) => other.depth - one.depth);
      return {
        file: place?.file ?? '',
        line: place?.line,
        field: formatPath(path),
        message,
      };
    });

/** Fills `{answerWithin}` into every text. */
const fillAnswerWithin = <Value>(value: Value, answerWithin: string): Value => {
  if (typeof value === 'string') return fill(value, { answerWithin }) as Value;
  if (Array.isArray(value))
    return value.map((each) => fillAnswerWithin(each, answerWithin)) as Value;
  if (!isGroup(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, fillAnswerWithin(each, answerWithin)]),
  ) as Value;
};

/** Addresses that are no text pages. */
const taken = ['received', 'book', 'newsletter', 'contact', 'resources', 'share', 'fonts', '404'];
/** The specification has these two; their links come first. */
const always = ['terms', 'privacy'];

const readPages = (root: string): { pages: Page[]; mistakes: Mistake[] } => {
  const folder = `${root}/${pageFolder}`;
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.md'))
    : [];
  const found = files.map((name) => basename(name, '.md')).filter((id) => !always.includes(id));
  const mistakes: Mistake[] = [];
  const pages = [...always, ...found.sort()].flatMap((id) => {
    const file = pageFile(id);
    const report = (message: string) => mistakes.push({ file, field: file, message });
    if (!idPattern.test(id)) {
      report(
        'the name of the file is the address of the page: lower-case letters, digits and hyphens',
      );
    }
    if (taken.includes(id)) report(`the site has another page at /${id}; rename the file`);
    const source = readMarkdown(root, file, schema.pageSchema);
    mistakes.push(...source.mistakes);
    if (source.mistakes.length > 0) return [];
    const value = source.value ?? {};
    mistakes.push(...findMistakesIn(schema.pageSchema, value, [[source, []]]));
    const { data } = schema.pageSchema.safeParse(value);
    if (!data) return [];
    const names = Object.keys(data.services ?? {});
    const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      const message = findUnknownDetail(line, names);
      if (message) mistakes.push({ file, line: index + 1, field: file, message });
    }
    return [{ id, ...data }];
  });
  return { pages, mistakes };
};

/** Files that nothing reads, such as a page in the wrong folder. */
const findStray = (root: string, names: readonly string[]): Mistake[] =>
  readdirSync(`${root}/content`, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => {
      const file = `content/${name}`;
      if (name === 'resume.md' || names.some((known) => name === `${known}.yaml`)) return [];
      const nearest = closestMatch(
        name,
        names.map((known) => `${known}.yaml`),
        { maxDistance: 4 },
      );
      const message = name.endsWith('.md')
        ? `is read by nothing; a page belongs into ${pageFolder}/`
        : `is read by nothing${nearest ? `; did you mean “${nearest}”?` : '; remove it'}`;
      return [{ file, field: file, message }];
    });

/** The words of a language: those of its country, or those of the language. */
const readWords = (root: string, language: string, wordsSchema: z.ZodType): Source => {
  const folder = 'content/words';
  const candidates = [language, language.split('-')[0] ?? ''].map(
    (code) => `${folder}/${code}.yaml`,
  );
  const file = candidates.find((each) => existsSync(`${root}/${each}`));
  if (file) return readYaml(root, file, wordsSchema);
  const known = readdirSync(`${root}/${folder}`).map((name) => basename(name, '.yaml'));
  const message = `there are no words for “${language}”: translate ${folder}/en.yaml into ${candidates.at(-1)}; there are ${known.join(', ')}`;
  const site = readYaml(root, 'content/site.yaml', z.unknown());
  const { line } = site.find(['language']);
  return {
    ...parseYaml(file ?? folder, '', wordsSchema),
    mistakes: [{ file: site.file, line, field: 'language', message }],
  };
};

/**
 * Reads `content/`.
 * @param root folder of the project
 * @returns the content, or null and what is wrong with it
 */
export const loadContent = (
  root = '.',
): { content: Content; mistakes: [] } | { content: null; mistakes: Mistake[] } => {
  const drafts = schemasWith(generalConsultation);
  const names = Object.keys(drafts) as (keyof typeof drafts)[];
  const wordsSchema = z.strictObject({ ...drafts, ...onlyInWords });
  const language = partOfValue(readYaml(root, 'content/site.yaml', drafts.site).value, 'language');
  const words = readWords(root, typeof language === 'string' ? language : 'en', wordsSchema);
  const wordsOf = (name: string) => partOfValue(words.value, name);

  const sources = names
    .filter((name) => name !== 'availability' || existsSync(`${root}/content/${name}.yaml`))
    .map((name) => [name, readYaml(root, `content/${name}.yaml`, drafts[name])] as const);
  const mistakes = [
    ...sources.flatMap(([, source]) => source.mistakes),
    ...words.mistakes,
    ...findStray(root, names),
  ];
  const values: Record<string, unknown> = Object.fromEntries([
    ['availability', null],
    ...sources.map(([name, { value }]) => [
      name,
      merge(wordsOf(name), value ?? (name === 'availability' ? null : {})),
    ]),
    ...Object.keys(onlyInWords).map((name) => [name, wordsOf(name)]),
  ]);
  const services = schema.servicesSchema.safeParse(values.services).data?.items ?? [];
  const shortest = Math.min(
    generalConsultation,
    ...services.map(({ consultation }) => consultation),
  );
  const schemas = { ...schemasWith(shortest), ...onlyInWords };
  const readable = (name: string) =>
    !sources.some(([each, { mistakes }]) => each === name && mistakes.length > 0);
  if (words.mistakes.length === 0) {
    for (const [name, partSchema] of Object.entries(schemas).filter(([name]) => readable(name))) {
      const own = sources.find(([each]) => each === name)?.[1];
      mistakes.push(
        ...findMistakesIn(partSchema, values[name], [
          ...(own ? [[own, []] as const] : []),
          [words, [name]],
        ]),
      );
    }
    for (const name of Object.keys(isGroup(words.value) ? words.value : {})) {
      if (partOf(wordsSchema, name)) continue;
      const { line } = words.find([name]);
      mistakes.push({
        file: words.file,
        line,
        field: name,
        message: `“${name}” is no part of the site`,
      });
    }
  }
  const { pages, mistakes: inPages } = readPages(root);
  mistakes.push(...inPages);
  if (mistakes.length > 0) return { content: null, mistakes };
  const content = Object.fromEntries(
    Object.entries(schemas).map(([name, partSchema]) => [name, partSchema.parse(values[name])]),
  ) as Omit<Content, 'pages'>;
  const { answerWithin } = content.identity;
  return { content: { ...fillAnswerWithin(content, answerWithin), pages }, mistakes: [] };
};

function partOfValue(value: unknown, name: string): unknown {
  return isGroup(value) ? value[name] : undefined;
}
