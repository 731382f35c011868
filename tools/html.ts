const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for HTML and SVG: between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Returns a text as it was before its quotation marks were curled. */
export const straightQuotes = (text: string): string =>
  text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

/** Returns a string for CSS `content`. */
export const cssString = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Returns the attributes of a tag, each with a space before it, without the undefined. */
export const attributes = (given: Record<string, string | number | undefined>): string =>
  Object.entries(given)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`))
    .join('');
