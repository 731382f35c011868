import { escapeHtml } from '../tools/html.ts';

/** Returns a string for CSS `content`. */
export const cssString = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Returns the attributes of a tag, each with a space before it, without the undefined. */
export const attributes = (given: Record<string, string | number | undefined>): string =>
  Object.entries(given)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`))
    .join('');
