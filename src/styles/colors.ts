import tokens from './tokens.css?raw';

type Theme = 'light' | 'dark';

const [light = '', dark = ''] = tokens.split('@media screen and (prefers-color-scheme: dark)');

/**
 * A colour out of tokens.css.
 * @throws Error when the theme has no such colour
 */
export const color = (name: string, theme: Theme = 'light'): string => {
  const source = theme === 'light' ? light : dark;
  const match = new RegExp(`--${name}:\\s*(#[0-9a-f]{6})`).exec(source);
  if (!match?.[1]) throw new Error(`tokens.css has no ${theme} colour "${name}"`);
  return match[1];
};
