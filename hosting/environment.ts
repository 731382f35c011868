import { envField } from 'astro/config';
import { bookingProviderAt, bookingProviders } from '#enquiry/booking-providers.ts';
import type { FormService } from '#enquiry/form-services/form-service.ts';
import { formServiceAt, formServices } from '#enquiry/form-services/index.ts';
import type { Mistake } from '#model/mistake.ts';
import { hasLogin, mistakeIn } from './delivery.ts';
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

const widgetProviders = bookingProviders
  .filter(({ hasWidget }) => hasWidget)
  .map(({ name }) => name)
  .join(' or ');

const findWidgetMistakes = (set: Record<string, string>): Mistake[] => {
  if (!set.PUBLIC_BOOKING_WIDGET_URL) return [];
  const used = variableList.filter(
    ({ name, opensWith }) =>
      name === 'PUBLIC_BOOKING_WIDGET_URL' || opensWith === 'PUBLIC_BOOKING_WIDGET_URL',
  );
  return used.flatMap(({ name }) => {
    const address = set[name];
    const provider = address && URL.canParse(address) ? bookingProviderAt(address) : undefined;
    if (!provider || provider.hasWidget) return [];
    return [
      mistakeIn(
        name,
        `is ${provider.name}'s, which cannot open over the page: use ${widgetProviders}, or leave out PUBLIC_BOOKING_WIDGET_URL, and booking opens in a tab`,
      ),
    ];
  });
};

export const findEnvironmentMistakes = (environment: Environment): Mistake[] => {
  const set = setVariables(environment);
  const mistakes = findMistakes('build', set);
  const areReadable = !mistakes.some(
    ({ field }) => field === 'SITE_URL' || field === 'PUBLIC_FORM_ENDPOINT',
  );
  if (areReadable && formServiceOf(set).needsAccessKey && !set.PUBLIC_FORM_ACCESS_KEY) {
    const what = 'must be set when PUBLIC_FORM_ENDPOINT is another service';
    mistakes.push(mistakeIn('PUBLIC_FORM_ACCESS_KEY', what));
  }
  if (set.PUBLIC_BOOKING_WIDGET_URL && !set.PUBLIC_BOOKING_URL) {
    mistakes.push(mistakeIn('PUBLIC_BOOKING_URL', 'must be set when PUBLIC_BOOKING_WIDGET_URL is'));
  }
  mistakes.push(...findWidgetMistakes(set));
  return mistakes;
};

/** What may be right all the same. */
export const findEnvironmentWarnings = (environment: Environment): Mistake[] => {
  const script = setVariables(environment).PUBLIC_BOOKING_WIDGET_URL;
  if (!script || !URL.canParse(script) || hasLogin(script) || bookingProviderAt(script)) return [];
  return [
    mistakeIn(
      'PUBLIC_BOOKING_WIDGET_URL',
      `is "${script}", of a provider that is not known; the site calls the widget of ${widgetProviders}, and no other will open`,
    ),
  ];
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
