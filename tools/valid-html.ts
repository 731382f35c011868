import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { builtPages } from '#hosting/built-pages.ts';

/** Also matches scripts, styles and comments, whose text is no markup. */
const voidElement =
  /<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b(?:[^>"']|"[^"]*"|'[^']*')*>/g;

/**
 * Fixes what the HTML standard does not allow or advise: Astro puts the style of its islands into
 * the body, and React closes void elements with a slash.
 */
export const tidyHtml = (html: string): string => {
  const [islandStyle = ''] = /<style>astro-island[^<]*<\/style>/.exec(html) ?? [];
  return html
    .replace(islandStyle, '')
    .replace('</head>', () => `${islandStyle}</head>`)
    .replace(voidElement, (tag, raw: string | undefined) =>
      raw || tag.startsWith('<!--') ? tag : tag.replace(/\s*\/>$/, '>'),
    );
};

export const tidyPages = async (folder: string): Promise<void> => {
  await Promise.all(
    (await builtPages(folder)).map(async (page) => {
      await writeFile(page, tidyHtml(await readFile(page, 'utf8')));
    }),
  );
};

export const validHtml = (): AstroIntegration => ({
  name: 'valid-html',
  hooks: {
    'astro:build:done': ({ dir }) => tidyPages(fileURLToPath(dir)),
  },
});
