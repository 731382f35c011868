/**
 * Puts values into the {braces} of a text; braces without a value stay as they are.
 * @param values by name, or what gives the value of a name, which may have dots and colons
 * @example fill('Book {minutes} minutes', { minutes: '45' }) // 'Book 45 minutes'
 */
export const fill = (
  text: string,
  values: Readonly<Record<string, string>> | ((name: string) => string | undefined),
): string => {
  const find = typeof values === 'function' ? values : (name: string) => values[name];
  return text.replace(/\{(\w[\w.:]*)\}/g, (braces, name: string) => find(name) ?? braces);
};
