import { closestMatch } from 'leven';
import { bookingProviderAt, calendly } from '#enquiry/booking-providers.ts';
import { type FormService, formServiceAt, formServices } from '#enquiry/form-services.ts';
import { ExplainedError, type Mistake } from '#model/mistake.ts';
import { buildRecord } from './build-record.ts';
import { mistakeIn } from './delivery.ts';
import { type Environment, findMistakes, setVariables, valuesFor, variables } from './variables.ts';

const pageNames = Object.keys(variables).filter((name) => name.startsWith('PUBLIC_'));

/** Returns the service that the contact form posts to. @throws TypeError if an address is invalid */
export const formServiceOf = (environment: Environment): FormService => {
  const { PUBLIC_FORM_ENDPOINT = '', SITE_URL = '' } = buildRecord(environment);
  return formServices[formServiceAt(PUBLIC_FORM_ENDPOINT, SITE_URL)];
};

const widget = 'PUBLIC_BOOKING_WIDGET_URL';

/** Finds booking addresses of a provider without a popup widget. */
const findWidgetMistakes = (set: Environment): Mistake[] =>
  pageNames.flatMap((name) => {
    const address = name.startsWith('PUBLIC_BOOKING_') && set[name];
    const provider = address && bookingProviderAt(address);
    if (!provider || provider === calendly) return [];
    const what = `is of ${provider.name}, whose page cannot open over this one`;
    const fix = `use ${calendly.name}, or leave out ${widget}, and booking opens in a tab`;
    return [mistakeIn(name, `${what}: ${fix}`)];
  });

/** Returns the mistakes that make a build fail. Compares variables only if each of them is valid. */
export const findEnvironmentMistakes = (environment: Environment): Mistake[] => {
  const set = setVariables(environment);
  const mistakes = findMistakes('build', set);
  if (mistakes.length > 0) return mistakes;
  const need = (name: string, condition: unknown, what: string): Mistake[] =>
    condition && !set[name] ? [mistakeIn(name, `must be set when ${what}`)] : [];
  const { needsAccessKey } = formServiceOf(set);
  return [
    ...need(
      'PUBLIC_FORM_ACCESS_KEY',
      needsAccessKey,
      'PUBLIC_FORM_ENDPOINT is a form service with a key',
    ),
    ...need('PUBLIC_BOOKING_URL', set[widget], `${widget} is`),
    ...(set[widget] ? findWidgetMistakes(set) : []),
  ];
};

/** Finds misspelled names of variables, which would have no effect. */
const findMisspeltNames = (set: Environment): Mistake[] =>
  Object.keys(set).flatMap((name) => {
    const upper = name.toUpperCase();
    const meant = closestMatch(upper, Object.keys(variables), { maxDistance: 2 });
    // A short name, or one that is less similar, may be a variable of another program.
    if (!meant || name in variables || (meant !== upper && meant.length < 6)) return [];
    return [mistakeIn(name, `is not a variable of this site; its name is ${meant}`)];
  });

/** Returns warnings about misspelled names, and about a widget of an unknown provider. */
export const findEnvironmentWarnings = (environment: Environment): Mistake[] => {
  const set = setVariables(environment);
  const script = set[widget] ?? '';
  const misspelt = findMisspeltNames(set);
  if (!URL.canParse(script) || bookingProviderAt(script)) return misspelt;
  const what = `is of an unknown provider; only that of ${calendly.name} can open`;
  return [...misspelt, mistakeIn(widget, what)];
};

/** @throws ExplainedError that lists the mistakes in the variables of a build */
export const checkEnvironment = (environment: Environment) => {
  const mistakes = findEnvironmentMistakes(environment);
  if (mistakes.length > 0) {
    const lines = mistakes.map(({ message }) => `  - ${message}`);
    throw new ExplainedError(`The environment has mistakes:\n${lines.join('\n')}`);
  }
  const { OUT_DIR, SITE_URL } = valuesFor('build', environment);
  return { OUT_DIR, SITE_URL };
};

/**
 * Returns the page's variables for Vite's `define`. A build drops the code for a variable that is not set, if
 * the code compares `import.meta.env.NAME` directly.
 */
export const pageVariables = (environment: Environment): Record<string, string> => {
  const record = buildRecord(environment);
  const define = (name: string) => [`import.meta.env.${name}`, `${JSON.stringify(record[name])}`];
  return Object.fromEntries(pageNames.map(define));
};
