import { isOneOf, switches } from './vocabulary.ts';

/** Puts values into the {braces} of a text; braces without a value stay as they are. */
export const fill = (
  text: string,
  values: Readonly<Record<string, string>> | ((name: string) => string | undefined),
): string => {
  const find = typeof values === 'function' ? values : (name: string) => values[name];
  return text.replace(/\{(\w[\w.:]*)\}/g, (braces, name: string) => find(name) ?? braces);
};

/**
 * Keeps `text` of every `{name? text}` whose name is switched on, and takes out the others. A line of
 * Markdown of which only a bullet is left goes as well.
 */
export const fillConditions = (text: string, isOn: Readonly<Record<string, boolean>>): string =>
  text
    .replace(
      /( ?)\{(\w+)\? ?((?:[^{}]|\{\w+\})*)\}/g,
      (whole, space: string, name: string, kept: string) =>
        !(name in isOn) ? whole : isOn[name] ? (/^[,;.:]/.test(kept) ? kept : space + kept) : '',
    )
    .replace(/^[ \t]*[-*][ \t]*\n/gm, '');

/** The names that texts may have in {braces}; `identity-text.ts` fills it in. */
export const detailNames = [
  'firm',
  'person',
  'email',
  'phone',
  'office',
  'answerWithin',
  'retention',
  'analyticsRetention',
  'phoneDigits',
  'callHours',
] as const;

export type Detail = (typeof detailNames)[number];

/** Null when all {braces} of a text are known, or among the `others`, and all `{name? …}` are switches. */
export const findUnknownDetail = (text: string, others: readonly string[] = []): string | null => {
  for (const [, name = '', end] of text.matchAll(/\{(\w+)(\}|\?)/g)) {
    const [known, close] = end === '}' ? [[...detailNames, ...others], '}'] : [switches, '? …}'];
    if (isOneOf(known, name)) continue;
    return `{${name}${close} is not known; use ${known.map((each) => `{${each}${close}`).join(', ')}`;
  }
  return null;
};

/** Returns Markdown that prints as the given text. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\[\]*_`<&{}$:!~|"]/g, '\\$&');
