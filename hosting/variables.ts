import { z } from 'astro/zod';
import { readCalendarAddresses } from '#booking/calendars.ts';
import { countPath } from '#enquiry/counts.ts';
import type { OpenDirective } from '#headers/policy.ts';
import { resendBaseUrl } from '#inbox/delivery/resend.ts';
import { parseOrigins } from '#inbox/origin.ts';
import type { Mistake } from '#model/mistake.ts';
import {
  hasLogin,
  isPasswordCut,
  loginRefused,
  mayHoldLogin,
  mistakeIn,
  passwordCut,
} from './delivery.ts';

const isAddress = (value: string): boolean => /^https?:\/\//.test(value) && URL.canParse(value);

const address = z
  .string()
  .refine(isAddress, { error: 'must be a web address (https://…)', abort: true });

const noMailServer = 'must be the address of a mail server (smtps://user:password@host:465)';

const wholeNumber = z.coerce.number('must be a number').int('must be a whole number');

const describe = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);

export const publishHosts = ['machine', 'workers', 'static'] as const;

const kinds = {
  text: z.string(),
  address,
  origin: address.refine(
    (value) => new URL(value).pathname === '/',
    'must be a web address without a path',
  ),
  script: address.refine(
    (value) => new URL(value).pathname.endsWith('.js'),
    'must be a script (….js) with its style sheet beside it (….css)',
  ),
  /** What the server asks, which no visitor sees. */
  service: address.refine((value) => !hasLogin(value), loginRefused),
  addressOrPath: z
    .string()
    .refine(
      (value) => /^\/(?!\/)/.test(value) || isAddress(value),
      'must be a web address (https://…) or a path on this site (/…)',
    ),
  analytics: z
    .string()
    .refine(
      (value) =>
        value === countPath || (isAddress(value) && new URL(value).pathname.endsWith('/event')),
      `must be ${countPath}, or the address of Plausible’s Events API (https://plausible.io/api/event)`,
    ),
  mailServer: z
    .string()
    .refine((value) => /^smtps?:\/\/[^/]/.test(value), { error: noMailServer, abort: true })
    .refine((value) => !isPasswordCut(value), { error: passwordCut, abort: true })
    .refine((value) => URL.canParse(value), noMailServer),
  calendars: z.string().superRefine((value, context) => {
    try {
      readCalendarAddresses(value);
    } catch (cause) {
      context.addIssue({ code: 'custom', message: `must be addresses: ${describe(cause)}` });
    }
  }),
  publishHost: z.enum(publishHosts, 'must be machine, workers or static'),
  yesOrNo: z.enum(['yes', 'no'], 'must be yes or no'),
  secret: z.string().regex(/^[\w-]{20,}$/, 'must be 20 or more letters and digits'),
  email: z.email('must be an email address'),
  port: wholeNumber.min(0, 'must be 0 to 65535').max(65535, 'must be 0 to 65535'),
  limit: wholeNumber.min(0, 'must be 0 (no limit) or more'),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header, such as X-Forwarded-For'),
  origins: z
    .string()
    .refine(
      (value) =>
        parseOrigins(value).every(
          (origin) => URL.canParse(origin) && new URL(origin).origin === origin,
        ),
      'must be origins with commas between (https://example.com)',
    ),
};

/** `server` on a machine, `worker` on Cloudflare Workers. */
type Reader = 'build' | 'server' | 'worker' | 'tools';

interface Variable {
  kind: keyof typeof kinds;
  readBy: readonly Reader[];
  default?: string;
  /** Directives that let its address in. */
  opens?: readonly OpenDirective[];
  /** Only while this variable is set, too. */
  opensWith?: 'PUBLIC_BOOKING_WIDGET_URL';
  /** Messages do not repeat its value. */
  isSecret?: true;
  /** What Workers have in its place. */
  onWorkers?: string;
}

const bookingPage = {
  kind: 'address',
  readBy: ['build'],
  opens: ['frame-src'],
  opensWith: 'PUBLIC_BOOKING_WIDGET_URL',
} as const;

const uploaded = 'what is uploaded is `assets.directory` in wrangler.jsonc';
const listening = 'Cloudflare listens at the site’s address';

/** PUBLIC_ ones become part of the page (`src/config.ts`). */
export const variables = {
  SITE_URL: { kind: 'origin', readBy: ['build', 'server'], default: 'http://localhost:4321' },
  PUBLIC_FORM_ENDPOINT: {
    kind: 'addressOrPath',
    readBy: ['build'],
    default: '/api/submit',
    opens: ['connect-src', 'form-action'],
  },
  PUBLIC_FORM_ACCESS_KEY: { kind: 'text', readBy: ['build'], default: 'embedded' },
  PUBLIC_NEWSLETTER_URL: {
    kind: 'addressOrPath',
    readBy: ['build'],
    default: '/newsletter',
    opens: ['frame-src'],
  },
  PUBLIC_BOOKING_URL: { ...bookingPage, readBy: ['build', 'server', 'worker'] },
  PUBLIC_BOOKING_URL_45: bookingPage,
  PUBLIC_BOOKING_URL_60: bookingPage,
  PUBLIC_BOOKING_WIDGET_URL: {
    kind: 'script',
    readBy: ['build'],
    // Calendly's style sheet has a picture for the cross of the popup.
    opens: ['script-src', 'style-src', 'img-src'],
  },
  PUBLIC_ANALYTICS_ENDPOINT: {
    kind: 'analytics',
    readBy: ['build', 'server', 'worker'],
    opens: ['connect-src'],
  },
  OUT_DIR: { kind: 'text', readBy: ['build'], default: 'dist', onWorkers: uploaded },
  SITE_DIR: { kind: 'text', readBy: ['server'], default: 'dist', onWorkers: uploaded },
  PORT: { kind: 'port', readBy: ['server'], default: '4321', onWorkers: listening },
  HOST: { kind: 'text', readBy: ['server'], default: 'localhost', onWorkers: listening },
  DATA_DIR: {
    kind: 'text',
    readBy: ['server'],
    default: 'data',
    onWorkers: 'the inbox is a D1 database',
  },
  SMTP_URL: {
    kind: 'mailServer',
    readBy: ['server'],
    isSecret: true,
    onWorkers: 'mail is sent with RESEND_API_KEY',
  },
  RESEND_API_KEY: { kind: 'text', readBy: ['server', 'worker'], isSecret: true },
  RESEND_BASE_URL: { kind: 'service', readBy: ['server', 'worker'], default: resendBaseUrl },
  INBOX_TO: { kind: 'email', readBy: ['server', 'worker'] },
  INBOX_FROM: { kind: 'email', readBy: ['server', 'worker'] },
  INBOX_ACKNOWLEDGE: { kind: 'yesOrNo', readBy: ['server', 'worker'], default: 'no' },
  INBOX_WEBHOOK_URL: { kind: 'service', readBy: ['server', 'worker'], isSecret: true },
  CALENDAR_URLS: { kind: 'calendars', readBy: ['server', 'worker'], isSecret: true },
  CALENDAR_KEY: { kind: 'secret', readBy: ['server', 'worker'], isSecret: true },
  RATE_LIMIT: {
    kind: 'limit',
    readBy: ['server'],
    default: '20',
    onWorkers: 'the limit is `ratelimits` in wrangler.jsonc',
  },
  TRUSTED_PROXY_HEADER: {
    kind: 'header',
    readBy: ['server'],
    onWorkers: 'Cloudflare itself says who asks',
  },
  ALLOWED_ORIGINS: { kind: 'origins', readBy: ['server', 'worker'] },
  PUBLISH_HOST: { kind: 'publishHost', readBy: ['tools'] },
  PUBLISH_COMMAND: { kind: 'text', readBy: ['tools'] },
  CHROMIUM_PATH: { kind: 'text', readBy: ['tools'] },
} as const satisfies Record<string, Variable>;

type Table = typeof variables;
type NameFor<By extends Reader> = {
  [Name in keyof Table]: By extends Table[Name]['readBy'][number] ? Name : never;
}[keyof Table];

/** With defaults filled in. */
export type Values<By extends Reader> = {
  [Name in NameFor<By>]:
    | z.output<(typeof kinds)[Table[Name]['kind']]>
    | (Table[Name] extends { default: string } ? never : undefined);
};

export type Environment = Readonly<Record<string, string | undefined>>;

export const variableList = Object.entries<Variable>(variables).map(([name, variable]) => ({
  name,
  ...variable,
}));

const addressKinds: readonly Variable['kind'][] = [
  'address',
  'addressOrPath',
  'analytics',
  'origin',
  'script',
];

export const addressesInBuild = variableList
  .filter(({ kind, readBy }) => readBy.includes('build') && addressKinds.includes(kind))
  .map(({ name }) => name);

/** A sentence for each variable that is set and that Workers do not read. */
export const findIgnoredOnWorkers = (
  environment: Environment,
): { name: string; line: string }[] => {
  const set = setVariables(environment);
  return variableList.flatMap(({ name, onWorkers, default: fallback }) =>
    onWorkers && set[name] && set[name] !== fallback
      ? [{ name, line: `${name} is set, and Workers do not read it: ${onWorkers}.` }]
      : [],
  );
};

/** What the Worker is to be given, as it was set. */
export const workerVariables = (environment: Environment): Record<string, string> => {
  const set = setVariables(environment);
  const names = variableList.filter(({ readBy }) => readBy.includes('worker'));
  return Object.fromEntries(
    names.flatMap(({ name }) => (set[name] === undefined ? [] : [[name, set[name]]])),
  );
};

/** Drops empty and blank variables. */
export const setVariables = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]?.trim()),
  );

const given = (reader: Reader, environment: Environment) => {
  const set = setVariables(environment);
  return variableList.flatMap(({ name, kind, readBy, isSecret, default: fallback }) => {
    const value = set[name] ?? fallback;
    if (!readBy.includes(reader) || value === undefined) return [];
    return [{ name, value, isSecret, schema: kinds[kind] }];
  });
};

export const findMistakes = (reader: Reader, environment: Environment): Mistake[] =>
  given(reader, environment).flatMap(({ name, value, isSecret, schema }) =>
    (schema.safeParse(value).error?.issues ?? []).map(({ message }) =>
      mistakeIn(name, `${message}${isSecret || mayHoldLogin(value) ? '' : `, but is "${value}"`}`),
    ),
  );

/** @throws ZodError when there are mistakes */
export const valuesFor = <By extends Reader>(reader: By, environment: Environment): Values<By> =>
  Object.fromEntries(
    given(reader, environment).map(({ name, value, schema }) => [name, schema.parse(value)]),
  ) as Values<By>;
