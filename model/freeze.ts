import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Content, jsonSchemas, loadContent } from './content.ts';
import { cutFonts } from './cut-fonts.ts';
import { ExplainedError, formatMistakes, type Mistake } from './mistake.ts';
import { themeCss } from './theme.ts';

const head = '// Made from content/ by every command. Changes here are lost.\n';
const written = (value: unknown): string => JSON.stringify(value, null, 2);
const camelCase = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the source of a module for one part of the content: a page's scripts load only the parts they use. */
const moduleOf = (part: keyof Content, value: unknown): string =>
  `${head}import type { Content } from '#model/content.ts';\n\nexport const ${camelCase(part)} = ${written(value)} as Content['${part}'];\n`;

/** Returns the modules by path. */
const filesOf = ({ embedded, messages, ...parts }: Content, words: unknown) => {
  const byName = Object.entries(messages)
    .map(([name, value]) => `export const ${name} = ${written(value)} as const;\n`)
    .join('\n');
  const files: Record<string, string> = {
    'messages.ts': head + byName,
    'embedded.ts': `${head}export const embedded = ${written(embedded)} as const;\n`,
    // Not annotated: `Words` is the type of this value.
    'words.ts': `${head}export const words = ${written(words)};\n`,
    'theme.css': themeCss(parts.theme),
  };
  for (const [part, value] of Object.entries(parts)) {
    files[`${part}.ts`] = moduleOf(part as keyof Content, value);
  }
  // For text editors: the first line of each file of `content/` names its schema.
  for (const [name, schema] of Object.entries(jsonSchemas(words))) {
    files[`schema/${name}.json`] = `${written(schema)}\n`;
  }
  return files;
};

/** The folder of the modules, which `#content/…` imports. */
export const frozenFolder = '.content';

/** The mistakes in `content/`. */
export class ContentError extends ExplainedError {
  readonly mistakes: readonly Mistake[];
  constructor(mistakes: readonly Mistake[]) {
    super(formatMistakes(mistakes));
    this.mistakes = mistakes;
  }
}

/** Reads `content/` like `loadContent`, and also checks its pictures. */
export const checkContent = async (
  root: string,
  options?: Parameters<typeof loadContent>[1],
): Promise<ReturnType<typeof loadContent>> => {
  const loaded = loadContent(root, options);
  if (!loaded.content) return loaded;
  const { about, clients } = loaded.content;
  if (!about.portrait && clients.logos.length === 0) return loaded;
  // Imported only when needed, because sharp loads slowly.
  const { findPictureMistakes } = await import('./pictures.ts');
  const mistakes = await findPictureMistakes(loaded.content, root);
  return mistakes.length > 0 ? { content: null, mistakes } : loaded;
};

/**
 * Reads `content/` and writes it as modules that the site, its server and the tests import. Does not rewrite
 * modules that have not changed, and writes nothing if the content has mistakes.
 * @param root folder of the project
 * @param options `hasAll` includes the features that the owner has switched off, for tests
 * @returns the modules that changed, as paths in `root`
 * @throws ContentError that lists every mistake with its file and line
 */
export const freezeContent = async (root = '.', { hasAll = false } = {}): Promise<string[]> => {
  const loaded = await checkContent(root, { hasAll });
  if (!loaded.content) throw new ContentError(loaded.mistakes);
  const { content, words } = loaded;
  const folder = `${root}/${frozenFolder}`;
  mkdirSync(`${folder}/schema`, { recursive: true });
  const changed: string[] = [];
  for (const [name, text] of Object.entries(filesOf(content, words))) {
    const file = `${folder}/${name}`;
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    changed.push(file);
    // Another process may be reading the file.
    const made = `${file}.${process.pid}`;
    writeFileSync(made, text);
    renameSync(made, file);
  }
  await cutFonts(`${folder}/fonts`, content.theme.fonts, JSON.stringify(content));
  return changed;
};
