/**
 * Puts values into the {braces} of a text; braces without a value stay as they are.
 * @example fill('Book {minutes} minutes', { minutes: '45' }) // 'Book 45 minutes'
 */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces);
