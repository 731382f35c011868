import { parseEnvFile } from '#hosting/read-environment.ts';

const quotes = ['', "'", '"', '`'];

/** An assignment, with the whole value where that is quoted. */
const assignment = (name: string) =>
  new RegExp(
    `^([^\\S\\n]*(?:export[^\\S\\n]+)?${name}[^\\S\\n]*=[^\\S\\n]*)(?:'[^']*'|"[^"]*"|\`[^\`]*\`|[^#\\r\\n]*?)([^\\S\\n]+#.*|\\s*)$`,
    'gm',
  );

/**
 * Sets a variable in the text of a `.env` file; everything else stays.
 * @throws Error when the file cannot hold the value
 */
export const setVariable = (text: string, name: string, value: string): string => {
  if ((parseEnvFile(text)[name] ?? '') === value) return text;
  const others = { ...parseEnvFile(text), [name]: value };
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  for (const quote of quotes) {
    const written = quote + value + quote;
    const place = [...text.matchAll(assignment(name))].at(-1);
    const changed = place
      ? text.slice(0, place.index) +
        place[1] +
        written +
        place[2] +
        text.slice(place.index + place[0].length)
      : `${text}${text && !text.endsWith('\n') ? lineEnd : ''}${name}=${written}${lineEnd}`;
    const parsed = parseEnvFile(changed);
    const names = new Set([...Object.keys(others), ...Object.keys(parsed)]);
    if ([...names].every((key) => parsed[key] === others[key as keyof typeof others]))
      return changed;
  }
  throw new Error(`${name} cannot be written into .env as it is: ${value}`);
};
