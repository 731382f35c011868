import { isOneOf, switches } from './vocabulary.ts';

/** Puts values into the {braces} of a text; braces without a value stay unchanged. */
export const fill = (
  text: string,
  values: Readonly<Record<string, string>> | ((name: string) => string | undefined),
): string => {
  const find = typeof values === 'function' ? values : (name: string) => values[name];
  return text.replace(/\{(\w[\w.:]*)\}/g, (braces, name: string) => find(name) ?? braces);
};

/**
 * Replaces every `{name? text}` with its text if the name is switched on, and removes it otherwise. Removes
 * Markdown bullets that become empty.
 */
export const fillConditions = (text: string, isOn: Readonly<Record<string, boolean>>): string =>
  text
    .replace(
      /( ?)\{(\w+)\? ?((?:[^{}]|\{\w+\})*)\}/g,
      (whole, space: string, name: string, kept: string) =>
        !(name in isOn) ? whole : isOn[name] ? (/^[,;.:]/.test(kept) ? kept : space + kept) : '',
    )
    .replace(/^[ \t]*[-*][ \t]*\n/gm, '');

/** The names that texts may have in {braces}; `identity-text.ts` fills them in. */
export const detailNames = [
  'firm',
  'person',
  'email',
  'phone',
  'office',
  'country',
  'answerWithin',
  'retention',
  'analyticsRetention',
  'phoneDigits',
  'callHours',
] as const;

export type Detail = (typeof detailNames)[number];

/** Returns a message about the first {braces} that name no detail, no switch and none of `others`, or null. */
export const findUnknownDetail = (text: string, others: readonly string[] = []): string | null => {
  for (const [, name = '', end] of text.matchAll(/\{(\w+)(\}|\?)/g)) {
    const [known, close] = end === '}' ? [[...detailNames, ...others], '}'] : [switches, '? …}'];
    if (isOneOf(known, name)) continue;
    return `{${name}${close} is not known; use ${known.map((each) => `{${each}${close}`).join(', ')}`;
  }
  return null;
};

/** Escapes a text for Markdown. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\[\]*_`<&{}$:!~|"]/g, '\\$&');
