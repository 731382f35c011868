/** Puts values into the {braces} of a text; braces without a value stay as they are. */
export const fill = (
  text: string,
  values: Readonly<Record<string, string>> | ((name: string) => string | undefined),
): string => {
  const find = typeof values === 'function' ? values : (name: string) => values[name];
  return text.replace(/\{(\w[\w.:]*)\}/g, (braces, name: string) => find(name) ?? braces);
};
