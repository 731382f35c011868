import { envField } from 'astro/config';
import { z } from 'astro/zod';

/**
 * The environment variables that a build reads: what they can be, and what they are when they are
 * not set. An empty variable counts as not set. What each means stands in README.md.
 */

const addressOrPath = z
  .string()
  .refine(
    (value) => /^\/(?!\/)/.test(value) || (/^https?:\/\//.test(value) && URL.canParse(value)),
    'must be a web address (https://…) or a path on this site (/…)',
  );

const address = z.string().refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
  error: 'must be a web address (https://…)',
  abort: true,
});

const environmentSchema = z.object({
  SITE_URL: address
    .refine((value) => new URL(value).pathname === '/', 'must be a web address without a path')
    .optional(),
  PUBLIC_FORM_ENDPOINT: addressOrPath.optional(),
  PUBLIC_FORM_ACCESS_KEY: z.string().optional(),
  PUBLIC_BOOKING_URL: address.optional(),
  PUBLIC_BOOKING_URL_45: address.optional(),
  PUBLIC_BOOKING_URL_60: address.optional(),
  PUBLIC_BOOKING_WIDGET_URL: address
    .refine(
      (value) => new URL(value).pathname.endsWith('.js'),
      'must be a script (….js) with its style sheet beside it (….css)',
    )
    .optional(),
  PUBLIC_NEWSLETTER_URL: addressOrPath.optional(),
});

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Holds the variables of a build against what they can be; an empty one counts as not set.
 * @returns one line per mistake: the variable, what it must be and what it is
 */
export const findEnvironmentMistakes = (environment: Environment): string[] => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const result = environmentSchema.safeParse(set);
  const lines = (result.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return `${name} ${message}, but is "${environment[name]}"`;
  });
  if (set.PUBLIC_FORM_ENDPOINT?.startsWith('http') && !set.PUBLIC_FORM_ACCESS_KEY) {
    lines.push('PUBLIC_FORM_ACCESS_KEY must be set when PUBLIC_FORM_ENDPOINT is another service');
  }
  if (set.PUBLIC_BOOKING_WIDGET_URL && !set.PUBLIC_BOOKING_URL) {
    lines.push('PUBLIC_BOOKING_URL must be set when PUBLIC_BOOKING_WIDGET_URL is');
  }
  return lines;
};

/**
 * Checks the variables of a build.
 * @throws Error that lists every mistake
 */
export const checkEnvironment = (environment: Environment): void => {
  const lines = findEnvironmentMistakes(environment);
  if (lines.length > 0) {
    throw new Error(
      `The environment has mistakes:\n${lines.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
};

const textField = (fallback?: string) =>
  envField.string({
    context: 'client',
    access: 'public',
    ...(fallback === undefined ? { optional: true } : { default: fallback }),
  });

/** The same variables as Astro wants them, with their defaults; `config.ts` reads them from it. */
export const astroEnvironment = {
  PUBLIC_FORM_ENDPOINT: textField('/api/submit'),
  PUBLIC_FORM_ACCESS_KEY: textField('embedded'),
  PUBLIC_BOOKING_URL: textField(),
  PUBLIC_BOOKING_URL_45: textField(),
  PUBLIC_BOOKING_URL_60: textField(),
  PUBLIC_BOOKING_WIDGET_URL: textField(),
  PUBLIC_NEWSLETTER_URL: textField('/newsletter'),
};
