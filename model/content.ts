import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { closestMatch } from 'leven';
import { z } from 'zod';
import { availabilitySchema } from './availability.ts';
import { fill, fillConditions, findUnknownDetail } from './fill.ts';
import type { Mistake } from './mistake.ts';
import { pageFile, pageFolder } from './page-file.ts';
import { describeIssue, formatPath, partOf, sentencesAbout } from './plain-words.ts';
import * as schema from './schema.ts';
import { themeSchema } from './theme.ts';
import {
  allSections,
  generalConsultation,
  idPattern,
  isOneOf,
  type SectionId,
  switches,
} from './vocabulary.ts';
import { readMarkdown, readYaml, type Source } from './yaml.ts';

// The one way from the files of `content/` to what pages, mail and commands read.

/** The files `content/NAME.yaml`. The shortest consultation bounds the hours of `availability`. */
export const schemasWith = (shortest: number) => ({
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

/** What an editor knows of each file (JSON Schema): a word that a language has is optional. */
export const jsonSchemas = (words: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schemasWith(generalConsultation)).map(([name, part]) => [
      name,
      withoutRequired(
        z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }),
        partOfValue(words, name),
      ),
    ]),
  );

/** What stands in `content/words/` only. */
const onlyInWords = { messages: schema.messagesSchema, embedded: schema.embeddedSchema };

type Schemas = ReturnType<typeof schemasWith> & typeof onlyInWords;

export interface Page extends z.infer<typeof schema.pageSchema> {
  id: string;
}

export type Content = { [Name in keyof Schemas]: z.infer<Schemas[Name]> } & { pages: Page[] };

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const partOfValue = (value: unknown, name: string): unknown =>
  isGroup(value) ? value[name] : undefined;

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

/** Changes every text. */
const mapTexts = <Value>(value: Value, change: (text: string) => string): Value => {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change)) as Value;
  if (!isGroup(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]),
  ) as Value;
};

/** A JSON Schema that does not ask for the fields that `given` has already. */
const withoutRequired = (part: unknown, given: unknown): unknown => {
  if (!isGroup(part) || !isGroup(given)) return part;
  const properties = Object.fromEntries(
    Object.entries(isGroup(part.properties) ? part.properties : {}).map(([name, each]) => [
      name,
      withoutRequired(each, given[name]),
    ]),
  );
  const isAsked = (name: string): boolean => {
    const within = properties[name];
    return !(name in given) || (isGroup(given[name]) && requiredIn(within).length > 0);
  };
  return { ...part, properties, required: requiredIn(part).filter(isAsked) };
};

const requiredIn = (part: unknown): string[] =>
  isGroup(part) && Array.isArray(part.required) ? part.required : [];

/** The content as the owner has switched it: what is off has no entries either. */
const withoutSwitchedOff = (content: Omit<Content, 'pages'>): Omit<Content, 'pages'> => {
  const { site, resources, services, availability, contact } = content;
  const has = (id: SectionId) => site.sections.includes(id);
  const isOn = { ...site, resources: site.resources && has('resources') };
  const sections = site.sections.filter((id) => id !== 'resources' || isOn.resources);
  return {
    ...content,
    site: { ...site, resources: isOn.resources, sections },
    resources: { ...resources, catalogue: isOn.resources ? resources.catalogue : [] },
    services: { ...services, items: has('services') ? services.items : [] },
    availability: site.booking ? availability : null,
    contact: {
      ...contact,
      form: {
        ...contact.form,
        inquiryTypes: Object.fromEntries(
          Object.entries(contact.form.inquiryTypes).filter(
            ([type]) => type !== 'resources' || isOn.resources,
          ),
        ) as Content['contact']['form']['inquiryTypes'],
      },
    },
  };
};

/** With everything that the site can have. */
const withEverything = (site: Content['site']): Content['site'] => ({
  ...site,
  ...(Object.fromEntries(switches.map((name) => [name, true])) as Record<
    (typeof switches)[number],
    true
  >),
  sections: [...site.sections, ...allSections.filter((id) => !site.sections.includes(id))],
});

/** Whether what a text can depend on is on. */
export const switchesOf = (site: Content['site']): Record<string, boolean> =>
  Object.fromEntries(switches.map((name) => [name, site[name]]));

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
      const condition = /\{(\w+)\?/.exec(line)?.[1];
      const message =
        condition && !isOneOf(switches, condition)
          ? `{${condition}? …} is not known; use ${switches.map((name) => `{${name}? …}`).join(', ')}`
          : findUnknownDetail(line, names);
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
  const codes = [language, language.split('-')[0] ?? ''];
  const found = codes.find((code) => existsSync(`${root}/${folder}/${code}.yaml`));
  const words = readYaml(root, `${folder}/${found ?? 'en'}.yaml`, wordsSchema);
  if (found || words.mistakes.length > 0 || !schema.isLanguage(language)) return words;
  const known = readdirSync(`${root}/${folder}`).map((name) => basename(name, '.yaml'));
  const message = `there are words for ${known.join(', ')}, but not for “${language}”: translate ${words.file} into ${folder}/${codes.at(-1)}.yaml`;
  const site = readYaml(root, 'content/site.yaml', z.unknown());
  const { line } = site.find(['language']);
  return { ...words, mistakes: [{ file: site.file, line, field: 'language', message }] };
};

/**
 * Reads `content/`.
 * @param root folder of the project
 * @param options `hasAll`: also what the owner has switched off, for tests
 * @returns the content, or null and what is wrong with it
 */
export const loadContent = (
  root = '.',
  { hasAll = false } = {},
): { content: Content; words: unknown; mistakes: [] } | { content: null; mistakes: Mistake[] } => {
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
    ...sources.map(([name, { value }]) => [name, merge(wordsOf(name), value ?? null)]),
    ...Object.keys(onlyInWords).map((name) => [name, wordsOf(name)]),
  ]);
  const services = schema.servicesSchema.safeParse(values.services).data?.items ?? [];
  const shortest = Math.min(
    generalConsultation,
    ...services.map(({ consultation }) => consultation),
  );
  const schemas = { ...schemasWith(shortest), ...onlyInWords };
  const isReadable = (name: string) =>
    !sources.some(([each, { mistakes }]) => each === name && mistakes.length > 0);
  if (words.mistakes.length === 0) {
    for (const [name, partSchema] of Object.entries(schemas).filter(([name]) => isReadable(name))) {
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
  const site = hasAll ? withEverything(content.site) : content.site;
  const shown = withoutSwitchedOff({ ...content, site });
  const { answerWithin } = content.identity;
  const isOn = switchesOf(shown.site);
  const complete = mapTexts({ ...shown, pages }, (text) =>
    fill(fillConditions(text, isOn), { answerWithin }),
  );
  return { content: complete, words: words.value, mistakes: [] };
};
