import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Content, jsonSchemas, loadContent } from './content.ts';
import { cutFonts } from './cut-fonts.ts';
import { formatMistakes, type Mistake } from './mistake.ts';
import type { findPictureMistakes } from './pictures.ts';
import { themeCss } from './theme.ts';

/** Each part of the content as a module, so that a page's scripts have only what they use. */
const modules: Readonly<Record<string, [name: string, type: string]>> = {
  identity: ['identity', 'Identity'],
  site: ['site', 'Site'],
  hero: ['hero', 'Hero'],
  services: ['services', 'Services'],
  'case-studies': ['caseStudies', 'CaseStudies'],
  expertise: ['expertise', 'Expertise'],
  clients: ['clients', 'Clients'],
  about: ['about', 'About'],
  resources: ['resources', 'Resources'],
  contact: ['contact', 'Contact'],
  'threshold-figure': ['thresholdFigure', 'ThresholdFigure'],
};

const head = '// Made from content/ by every command. Changes here are lost.\n';
const written = (value: unknown): string => JSON.stringify(value, null, 2);

const moduleOf = (name: string, type: string, value: unknown, from = 'schema'): string =>
  `import type { ${type.replace(/\W.*/, '')} } from '#model/${from}.ts';\n\nexport const ${name}: ${type} = ${written(value)};\n`;

/** By path in the folder. */
const filesOf = (content: Content, words: unknown): Record<string, string> => {
  const { availability, embedded, messages, pages, theme } = content;
  const parts = {
    ...Object.fromEntries(
      Object.entries(modules).map(([file, [name, type]]) => [
        file,
        moduleOf(name, type, content[file as keyof Content]),
      ]),
    ),
    availability: moduleOf('availability', 'Availability | null', availability, 'availability'),
    theme: moduleOf('theme', 'Theme', theme, 'theme'),
    pages: moduleOf('pages', 'Page[]', pages, 'content'),
    messages: Object.entries(messages)
      .map(([name, value]) => `export const ${name} = ${written(value)} as const;\n`)
      .join('\n'),
    embedded: `export const embedded = ${written(embedded)} as const;\n`,
  };
  return Object.fromEntries([
    ['theme.css', themeCss(content.theme)],
    ...Object.entries(parts).map(([name, text]) => [`${name}.ts`, `${head}${text}`]),
    // For editors: each file of `content/` names its own in its first line.
    ...Object.entries(jsonSchemas(words)).map(([name, schema]) => [
      `schema/${name}.json`,
      `${written(schema)}\n`,
    ]),
  ]);
};

/** Where the modules are, as `#content/…` finds them. */
export const frozenFolder = '.content';

/** What is wrong with `content/`. */
export class ContentError extends Error {
  readonly mistakes: readonly Mistake[];
  constructor(mistakes: readonly Mistake[]) {
    super(formatMistakes(mistakes));
    this.mistakes = mistakes;
  }
}

/**
 * Reads `content/` and writes it as modules that the site, its server and the tests import. What has not
 * changed is left as it is; what has mistakes changes nothing.
 * @param root folder of the project
 * @param options `cutsFonts`: also the fonts of the theme; in Astro's own process, that does not end.
 *   `hasAll`: also what the owner has switched off, for tests. `findInPictures`: where nothing can be
 *   imported later, as in Astro's own process
 * @returns the modules that changed, as paths in `root`
 * @throws ContentError that lists every mistake with its file and line
 */
export const freezeContent = async (
  root = '.',
  {
    cutsFonts = true,
    hasAll = false,
    findInPictures,
  }: { cutsFonts?: boolean; hasAll?: boolean; findInPictures?: typeof findPictureMistakes } = {},
): Promise<string[]> => {
  const loaded = loadContent(root, { hasAll });
  if (!loaded.content) throw new ContentError(loaded.mistakes);
  const { content, words } = loaded;
  if (content.about.portrait || content.clients.logos.length > 0) {
    // Its library takes a while to load.
    const find = findInPictures ?? (await import('./pictures.ts')).findPictureMistakes;
    const inPictures = await find(content, root);
    if (inPictures.length > 0) throw new ContentError(inPictures);
  }
  const folder = `${root}/${frozenFolder}`;
  mkdirSync(`${folder}/schema`, { recursive: true });
  const changed: string[] = [];
  for (const [name, text] of Object.entries(filesOf(content, words))) {
    const file = `${folder}/${name}`;
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    changed.push(file);
    // Others may be reading it.
    const made = `${file}.${process.pid}`;
    writeFileSync(made, text);
    renameSync(made, file);
  }
  if (cutsFonts) await cutFonts(`${folder}/fonts`, content.theme.fonts, JSON.stringify(content));
  return changed;
};
