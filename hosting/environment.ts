import { bookingProviderAt, bookingProviders } from '#enquiry/booking-providers.ts';
import type { FormService } from '#enquiry/form-services/form-service.ts';
import { formServiceAt, formServices } from '#enquiry/form-services/index.ts';
import type { Mistake } from '#model/mistake.ts';
import { buildRecord } from './build-record.ts';
import { mistakeIn } from './delivery.ts';
import {
  type Environment,
  findMistakes,
  setVariables,
  type Values,
  valuesFor,
  variableList,
} from './variables.ts';

/** The service that the contact form posts to. @throws TypeError when an address cannot be read */
export const formServiceOf = (environment: Environment): FormService => {
  const { PUBLIC_FORM_ENDPOINT = '', SITE_URL = '' } = buildRecord(environment);
  return formServices[formServiceAt(PUBLIC_FORM_ENDPOINT, SITE_URL)];
};

const widget = 'PUBLIC_BOOKING_WIDGET_URL';
/** The addresses of one provider, where there is a widget. */
const widgetNames = variableList
  .map(({ name }) => name)
  .filter((name) => name.startsWith('PUBLIC_BOOKING_'));
const widgetProviders = bookingProviders
  .flatMap(({ name, hasWidget }) => (hasWidget ? [name] : []))
  .join(' or ');

const findWidgetMistakes = (set: Readonly<Record<string, string>>): Mistake[] =>
  widgetNames.flatMap((name) => {
    const provider = set[name] && bookingProviderAt(set[name]);
    if (!provider || provider.hasWidget) return [];
    const what = `is ${provider.name}'s, which cannot open over the page`;
    const fix = `use ${widgetProviders}, or leave out ${widget}, and booking opens in a tab`;
    return [mistakeIn(name, `${what}: ${fix}`)];
  });

/** What a build refuses. Whether variables go together, only those show that can be read. */
export const findEnvironmentMistakes = (environment: Environment): Mistake[] => {
  const set = setVariables(environment);
  const mistakes = findMistakes('build', set);
  if (mistakes.length > 0) return mistakes;
  const need = (name: string, condition: unknown, what: string): Mistake[] =>
    condition && !set[name] ? [mistakeIn(name, `must be set when ${what}`)] : [];
  const { needsAccessKey } = formServiceOf(set);
  return [
    ...need('PUBLIC_FORM_ACCESS_KEY', needsAccessKey, 'PUBLIC_FORM_ENDPOINT is another service'),
    ...need('PUBLIC_BOOKING_URL', set[widget], `${widget} is`),
    ...(set[widget] ? findWidgetMistakes(set) : []),
  ];
};

/** What may be right in spite of appearances. */
export const findEnvironmentWarnings = (environment: Environment): Mistake[] => {
  const script = setVariables(environment)[widget];
  if (!script || !URL.canParse(script) || bookingProviderAt(script)) return [];
  const what = `is of an unknown provider: the site can open the widget of ${widgetProviders} only`;
  return [mistakeIn(widget, what)];
};

/** @throws Error that lists the mistakes in the variables of a build */
export const checkEnvironment = (environment: Environment): Values<'build'> => {
  const mistakes = findEnvironmentMistakes(environment);
  if (mistakes.length > 0) {
    const lines = mistakes.map(({ message }) => `  - ${message}`);
    throw new Error(`The environment has mistakes:\n${lines.join('\n')}`);
  }
  return valuesFor('build', environment);
};

/**
 * The variables of the page, for Vite's `define`: a build leaves out what depends on one that is not
 * set, where the code compares it in place.
 */
export const pageVariables = (environment: Environment): Record<string, string> => {
  const record = buildRecord(environment);
  const names = variableList.map(({ name }) => name).filter((name) => name.startsWith('PUBLIC_'));
  return Object.fromEntries(
    names.map((name) => [`import.meta.env.${name}`, String(JSON.stringify(record[name]))]),
  );
};
