import { envField } from 'astro/config';
import type { FormService } from '#enquiry/form-services/form-service.ts';
import { formServiceAt, formServices } from '#enquiry/form-services/index.ts';
import {
  type Environment,
  findMistakes,
  setVariables,
  type Values,
  valuesFor,
  variableList,
  variables,
} from './variables.ts';

/** The service that the contact form posts to. @throws TypeError when an address cannot be read */
export const formServiceOf = (environment: Environment): FormService => {
  const { PUBLIC_FORM_ENDPOINT, SITE_URL } = setVariables(environment);
  return formServices[
    formServiceAt(
      PUBLIC_FORM_ENDPOINT ?? variables.PUBLIC_FORM_ENDPOINT.default,
      SITE_URL ?? variables.SITE_URL.default,
    )
  ];
};

/** Lines that begin with the name of a variable. */
export const findEnvironmentMistakes = (environment: Environment): string[] => {
  const set = setVariables(environment);
  const lines = findMistakes('build', set);
  const areReadable = !lines.some((line) => /^(?:SITE_URL|PUBLIC_FORM_ENDPOINT) /.test(line));
  if (areReadable && formServiceOf(set).needsAccessKey && !set.PUBLIC_FORM_ACCESS_KEY) {
    lines.push('PUBLIC_FORM_ACCESS_KEY must be set when PUBLIC_FORM_ENDPOINT is another service');
  }
  if (set.PUBLIC_BOOKING_WIDGET_URL && !set.PUBLIC_BOOKING_URL) {
    lines.push('PUBLIC_BOOKING_URL must be set when PUBLIC_BOOKING_WIDGET_URL is');
  }
  return lines;
};

/** @throws Error that lists every mistake in the variables of a build */
export const checkEnvironment = (environment: Environment): Values<'build'> => {
  const lines = findEnvironmentMistakes(environment);
  if (lines.length > 0) {
    throw new Error(
      `The environment has mistakes:\n${lines.map((line) => `  - ${line}`).join('\n')}`,
    );
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
