import { envField } from 'astro/config';
import type { Mistake } from '#content/schema/mistake.ts';
import {
  type Environment,
  findMistakes,
  mistakeIn,
  setVariables,
  type Values,
  valuesFor,
  variableList,
} from './variables.ts';

export const findEnvironmentMistakes = (environment: Environment): Mistake[] => {
  const set = setVariables(environment);
  const mistakes = findMistakes('build', set);
  if (set.PUBLIC_FORM_ENDPOINT?.startsWith('http') && !set.PUBLIC_FORM_ACCESS_KEY) {
    const what = 'must be set when PUBLIC_FORM_ENDPOINT is another service';
    mistakes.push(mistakeIn('PUBLIC_FORM_ACCESS_KEY', what));
  }
  if (set.PUBLIC_BOOKING_WIDGET_URL && !set.PUBLIC_BOOKING_URL) {
    mistakes.push(mistakeIn('PUBLIC_BOOKING_URL', 'must be set when PUBLIC_BOOKING_WIDGET_URL is'));
  }
  return mistakes;
};

/** @throws Error that lists every mistake in the variables of a build */
export const checkEnvironment = (environment: Environment): Values<'build'> => {
  const mistakes = findEnvironmentMistakes(environment);
  if (mistakes.length > 0) {
    const lines = mistakes.map(({ message }) => `  - ${message}`);
    throw new Error(`The environment has mistakes:\n${lines.join('\n')}`);
  }
  return valuesFor('build', environment);
};

/** The page's variables, for `astro:env`. */
export const astroEnvironment = (environment: Environment) => {
  const set = setVariables(environment);
  const fields = variableList
    .filter(({ name }) => name.startsWith('PUBLIC_'))
    .map(({ name, default: fallback }) => {
      const value = set[name] ?? fallback;
      const field = { context: 'client', access: 'public', optional: true } as const;
      return [name, envField.string(value === undefined ? field : { ...field, default: value })];
    });
  return Object.fromEntries(fields) as Record<string, ReturnType<typeof envField.string>>;
};
