import { readFile } from 'node:fs/promises';
import { theme } from '../.content/theme.ts';
import { darkDeclarations, themeCss } from '../model/theme.ts';

const read = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), 'utf8');

// Later sheets may override earlier ones.
const sheets =
  'page cover contents chapter note figure table box glossary sources drawing resume'.split(' ');

/** All styles that the papers and the résumé share, except their fonts. */
export const readStyles = async (): Promise<string> => {
  const colors = `${themeCss(theme)}\n/* Of dark covers. */\n.dark {${darkDeclarations(theme)}}`;
  const tokens = await read('../src/styles/tokens.css');
  const own = await Promise.all(sheets.map((sheet) => read(`styles/${sheet}.css`)));
  return [colors, tokens, ...own].join('\n');
};
