import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type Content, loadContent } from './content.ts';
import { cutFonts } from './cut-fonts.ts';
import { formatMistakes, type Mistake } from './mistake.ts';
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

const filesOf = (content: Content): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(modules).map(([file, [name, type]]) => [
      `${file}.ts`,
      `${head}import type { ${type} } from '#model/schema.ts';\n\nexport const ${name}: ${type} = ${written(content[file as keyof Content])};\n`,
    ]),
  ),
  'availability.ts': `${head}import type { Availability } from '#model/availability.ts';\n\nexport const availability: Availability | null = ${written(content.availability)};\n`,
  'pages.ts': `${head}import type { Page } from '#model/content.ts';\n\nexport const pages: readonly Page[] = ${written(content.pages)};\n`,
  'messages.ts': `${head}${Object.entries(content.messages)
    .map(([name, value]) => `export const ${name} = ${written(value)} as const;\n`)
    .join('\n')}`,
  'theme.ts': `${head}import type { Theme } from '#model/theme.ts';\n\nexport const theme: Theme = ${written(content.theme)};\n`,
  'theme.css': themeCss(content.theme),
  'embedded.ts': `${head}export const embedded = ${written(content.embedded)} as const;\n`,
});

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
 * @param options `cutsFonts`: also the fonts of the theme; in Astro's own process, that does not end
 * @returns the modules that changed, as paths in `root`
 * @throws ContentError that lists every mistake with its file and line
 */
export const freezeContent = async (root = '.', { cutsFonts = true } = {}): Promise<string[]> => {
  const { content, mistakes } = loadContent(root);
  if (!content) throw new ContentError(mistakes);
  if (content.about.portrait || content.clients.logos.length > 0) {
    // Its library takes a while to load.
    const { findPictureMistakes } = await import('./pictures.ts');
    const inPictures = await findPictureMistakes(content, root);
    if (inPictures.length > 0) throw new ContentError(inPictures);
  }
  const folder = `${root}/${frozenFolder}`;
  mkdirSync(folder, { recursive: true });
  const files = filesOf(content);
  const changed: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const file = `${folder}/${name}`;
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    changed.push(file);
    // Others may be reading it.
    const made = `${file}.${process.pid}`;
    writeFileSync(made, text);
    renameSync(made, file);
  }
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.ts') && !(file in files)) rmSync(`${folder}/${file}`);
  }
  if (cutsFonts) await cutFonts(`${folder}/fonts`, content.theme.fonts, JSON.stringify(content));
  return changed;
};
