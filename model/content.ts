import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { availabilitySchema } from './availability.ts';
import { fill, fillConditions, findUnknownDetail } from './fill.ts';
import type { Mistake } from './mistake.ts';
import { pageFile, pageFolder } from './page-file.ts';
import { judge, suggestion } from './plain-words.ts';
import { isRecord, mapRecord, recordOf } from './record.ts';
import * as schema from './schema.ts';
import { themeSchema } from './theme.ts';
import { allSections, backendNames, idPattern, type SectionId, switches } from './vocabulary.ts';
import { merge, readWords, type WithWords, type Words, withWords } from './words.ts';
import { namesIn, readMarkdown, readYaml } from './yaml.ts';

// Turns the files of `content/` into the data that pages, mail and commands read.

/** The schemas of the files `content/NAME.yaml`. */
const schemas = {
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
  availability: availabilitySchema,
};

export interface Page extends z.infer<typeof schema.pageSchema> {
  id: string;
}

/** The files with the words of the language; `messages` and `embedded` consist only of such words. */
type Parts = Pick<Words, 'messages' | 'embedded'> & {
  [Name in keyof typeof schemas]: WithWords<Name, (typeof schemas)[Name]>;
};

export type Content = Parts & { pages: Page[] };

/** Returns the schemas by file name, in which the owner may replace these words of the language. */
export const schemasWith = (words: Readonly<Record<string, unknown>>): Record<string, z.ZodType> =>
  mapRecord(schemas, (own, name) => {
    const theirs = words[name];
    return own instanceof z.ZodObject && isRecord(theirs) ? withWords(own, theirs) : own;
  }) as Record<string, z.ZodType>;

/** Returns each file's JSON Schema, for text editors. Words that the language has are optional. */
export const jsonSchemas = (words: unknown): Record<string, unknown> =>
  mapRecord(schemasWith(isRecord(words) ? words : {}), (part) =>
    z.toJSONSchema(part as z.ZodType, { io: 'input', unrepresentable: 'any' }),
  );

/** Returns a copy of a value in which each text is changed. */
const mapTexts = <Value>(value: Value, change: (text: string) => string): Value => {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change)) as Value;
  return isRecord(value) ? (mapRecord(value, (each) => mapTexts(each, change)) as Value) : value;
};

/** Returns the content without the sections, entries and choices of features that are off. */
const withoutSwitchedOff = (content: Parts): Parts => {
  const { site, resources, services, availability, contact, 'threshold-figure': figure } = content;
  const has = (id: SectionId) => site.sections.includes(id);
  const hasResources = site.resources && has('resources');
  const sections = site.sections.filter((id) => id !== 'resources' || hasResources);
  const { resources: _, ...inquiryTypes } = contact.form.inquiryTypes;
  const withoutResources = { ...contact.form, inquiryTypes } as typeof contact.form;
  return {
    ...content,
    site: { ...site, resources: hasResources, sections },
    resources: { ...resources, catalogue: hasResources ? resources.catalogue : [] },
    services: { ...services, items: has('services') ? services.items : [] },
    availability: site.booking ? availability : null,
    // The page's scripts contain its words.
    'threshold-figure': site.figure ? figure : { ...figure, title: '', caption: '' },
    contact: hasResources ? contact : { ...contact, form: withoutResources },
  };
};

/** Switches on every feature of the site. */
const withEverything = (site: Content['site']): Content['site'] => ({
  ...site,
  ...recordOf(switches.map((name) => [name, true])),
  sections: [...new Set([...site.sections, ...allSections])],
});

/** Returns the state of each switch, for the `{name? …}` conditions in texts. */
export const switchesOf = (site: Content['site']): Record<string, boolean> =>
  recordOf(switches.map((name) => [name, site[name]]));

/** Names that a text page cannot have, because other pages, files or requests use them. */
const taken: readonly string[] = [
  ...['index', 'home', 'received', 'resources', 'share', 'fonts', 'contact'],
  ...backendNames,
];
/** The specification requires these two pages; their links come first. */
const always = ['terms', 'privacy'];

const readPage = (root: string, id: string): { page: Page[]; mistakes: Mistake[] } => {
  const file = pageFile(id);
  const source = readMarkdown(root, file, schema.pageSchema);
  const { data, mistakes } = judge(schema.pageSchema, source);
  const inName = idPattern.test(id)
    ? taken.includes(id) && `the site uses the name “${id}” itself; rename the file`
    : 'the name of the file is the address of the page: a lower-case letter, then also digits and hyphens';
  if (inName) mistakes.push({ file, field: file, message: inName });
  if (!data) return { page: [], mistakes };
  for (const [index, line] of source.lines.entries()) {
    const message = findUnknownDetail(line, Object.keys(data.services ?? {}));
    if (message) mistakes.push({ file, line: index + 1, field: file, message });
  }
  return { page: [{ id, ...data }], mistakes };
};

const readPages = (root: string): { page: Page[]; mistakes: Mistake[] }[] => {
  const found = namesIn(`${root}/${pageFolder}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => basename(name, '.md'));
  return [...new Set([...always, ...found])].map((id) => readPage(root, id));
};

/** Finds files and folders that the site does not use, such as a page in the wrong folder. */
const findStray = (root: string): Mistake[] => {
  const files = Object.keys(schemas).map((name) => `${name}.yaml`);
  const known = [...files, 'resume.md', 'pages', 'pictures', 'words'];
  const strayIn = (folder: string, isRead: (name: string) => boolean, fix: string) =>
    namesIn(`${root}/${folder}`)
      .filter((name) => !isRead(name))
      .map((name) => {
        const file = `${folder}/${name}`;
        const message = `is not used${(folder === 'content' && suggestion(name, known)) || `; ${fix}`}`;
        return { file, field: file, message };
      });
  const places = 'a page belongs in content/pages/, a picture in content/pictures/';
  return [
    ...strayIn('content', (name) => known.includes(name), places),
    ...strayIn(pageFolder, (name) => name.endsWith('.md'), 'the file name of a page ends with .md'),
    ...strayIn('content/words', (name) => name.endsWith('.yaml'), 'remove it'),
  ];
};

/**
 * Reads `content/`.
 * @param root folder of the project
 * @param options `hasAll` includes the features that the owner has switched off, for tests
 * @returns the content, or null with its mistakes
 */
export const loadContent = (
  root = '.',
  { hasAll = false } = {},
): { content: Content; words: unknown; mistakes: [] } | { content: null; mistakes: Mistake[] } => {
  const site = readYaml(root, 'content/site.yaml', schema.siteSchema);
  const language = isRecord(site.value) ? String(site.value.language) : 'en';
  const { words, model, ...inWords } = readWords(root, language);
  const mistakes = [...findStray(root), ...inWords.mistakes];
  if (!inWords.isKnown && inWords.languages.length > 0 && schema.isLanguage(language)) {
    const line = site.find(['language']);
    const message = `there are words for ${inWords.languages.join(', ')}, but not for “${language}”: translate ${inWords.file} into content/words/${language.replace(/-.*/, '')}.yaml`;
    mistakes.push({ file: site.file, line, field: 'language', message });
  }

  const own: Partial<Record<string, unknown>> = { availability: null };
  for (const [name, part] of Object.entries(schemasWith(model))) {
    const file = `content/${name}.yaml`;
    if (name === 'availability' && !existsSync(`${root}/${file}`)) continue;
    const judged = judge(part, readYaml(root, file, part));
    mistakes.push(...judged.mistakes);
    own[name] = judged.data;
  }
  const resume = 'content/resume.md';
  if (existsSync(`${root}/${resume}`)) {
    const source = readMarkdown(root, resume, schema.resumeSchema);
    mistakes.push(...judge(schema.resumeSchema, source).mistakes);
  }
  const pages = readPages(root);
  mistakes.push(...pages.flatMap((page) => page.mistakes));
  if (mistakes.length > 0) return { content: null, mistakes };

  const parts = merge(words, own) as Parts;
  const everything = hasAll ? { ...parts, site: withEverything(parts.site) } : parts;
  const shown = withoutSwitchedOff(everything);
  const { answerWithin } = shown.identity;
  const isOn = switchesOf(shown.site);
  const content = mapTexts({ ...shown, pages: pages.flatMap(({ page }) => page) }, (text) =>
    fill(fillConditions(text, isOn), { answerWithin }),
  );
  return { content, words, mistakes: [] };
};
