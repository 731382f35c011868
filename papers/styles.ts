import { readFile } from 'node:fs/promises';

const read = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), 'utf8');

/**
 * The site's tokens, with those of the dark theme as a class for dark covers.
 * @throws Error when it does not find the dark theme
 */
export const withDarkClass = (tokens: string): string => {
  const dark = /@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(
    tokens,
  )?.[1];
  if (dark === undefined) {
    throw new Error(
      'src/styles/tokens.css: no @media screen and (prefers-color-scheme: dark) { :root { … } } for the dark cover',
    );
  }
  return `${tokens}\n.dark {${dark}}`;
};

// Later sheets may override earlier ones.
const sheets = [
  'page',
  'cover',
  'contents',
  'chapter',
  'note',
  'figure',
  'table',
  'box',
  'glossary',
  'sources',
  'drawing',
  'resume',
];

/** All styles that the papers and the résumé share, except their fonts. */
export const readStyles = async (): Promise<string> => {
  const tokens = withDarkClass(await read('../src/styles/tokens.css'));
  const own = await Promise.all(sheets.map((sheet) => read(`styles/${sheet}.css`)));
  return [tokens, ...own].join('\n');
};
