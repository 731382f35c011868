const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for HTML and SVG: between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Returns a text with straight quotation marks. */
export const straightQuotes = (text: string): string =>
  text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

/** Returns a string for CSS `content`. */
export const cssString = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Formats the attributes of a tag, each after a space; undefined ones are left out. */
export const attributes = (given: Record<string, string | number | undefined>): string =>
  Object.entries(given)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`))
    .join('');
