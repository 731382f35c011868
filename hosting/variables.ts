import { z } from 'astro/zod';
import { readCalendarAddresses } from '#booking/calendars.ts';
import { countPath } from '#enquiry/counts.ts';
import { resendBaseUrl } from '#inbox/delivery/resend.ts';
import { parseOrigins } from '#inbox/origin.ts';
import type { Mistake } from '#model/mistake.ts';
import { mistakeIn } from './delivery.ts';

export const publishHosts = ['machine', 'workers', 'static'] as const;

const url = z.url({
  protocol: z.regexes.httpProtocol,
  abort: true,
  error: 'must be a web address (https://…)',
});
const isAddress = (value: string): boolean => url.safeParse(value).success;
const pathOf = (value: string): string => new URL(value).pathname;
const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;

/** A rule against a user name or a password in an address, because `fetch` refuses them. */
const withoutLogin = [
  (value: string): boolean => {
    const { username = '', password = '' } = URL.canParse(value) ? new URL(value) : {};
    return `${username}${password}` === '';
  },
  'must have no user name or password in its address',
] as const;

const address = url.refine(...withoutLogin);

/**
 * Returns whether the address of a mail server is misread, because a character in the password ends the part
 * before the @ (RFC 3986, 3.2).
 */
const isPasswordCut = (address: string): boolean => {
  const [, login = '', rest = ''] = /^\w+:\/\/(?:([^/?#]*)@)?(.*)$/s.exec(address) ?? [];
  return rest.includes('@') || /:.*@/s.test(login);
};

const text = (isRight: (value: string) => boolean, error: string) =>
  z.string().refine(isRight, error);
const wholeNumber = z.coerce.number('must be a number').int('must be a whole number');

/** The kinds of variables. If a value has several mistakes, owners see only the first message. */
const kinds = {
  text: z.string(),
  address,
  /** Also without a dot at the end, which would be another host for browsers and Caddy. */
  origin: address.refine(
    (value) => /^https?:\/\/[^\s/?#@\\]*[^\s/?#@\\.,;]\/?$/i.test(value),
    'must be a web address that ends with its host, such as https://firm.com',
  ),
  folder: text(
    (value) => !value.startsWith('~'),
    'must be a path without ~, which only shells expand',
  ),
  script: address.refine(
    (value) => pathOf(value).endsWith('.js'),
    'must be a script (….js) with its style sheet beside it (….css)',
  ),
  /** A service to which the server sends requests; visitors never see its address. */
  service: address.refine((value) => !new URL(value).hash.includes('@'), withoutLogin[1]),
  addressOrPath: text(
    (value) => /^\/(?!\/)/.test(value) || isAddress(value),
    'must be a web address (https://…) or a path on this site (/…)',
  ).refine(...withoutLogin),
  analytics: text(
    (value) => value === countPath || (isAddress(value) && pathOf(value).endsWith('/event')),
    `must be ${countPath}, or the address of Plausible’s Events API (https://plausible.io/api/event)`,
  ).refine(...withoutLogin),
  mailServer: text(
    (value) => !isPasswordCut(value),
    'has a password that cannot be parsed: write its # as %23, / as %2F, ? as %3F and @ as %40',
  )
    .refine(
      (value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value),
      'must be the address of a mail server (smtps://user:password@host:465)',
    )
    .refine(
      (value) => !/^(?:smtps:.*:587|smtp:.*:465)(?:[/?]|$)/.test(value),
      'must begin with smtps:// for port 465, and with smtp:// for port 587',
    ),
  calendars: z.string().superRefine((value, context) => {
    try {
      readCalendarAddresses(value);
    } catch (cause) {
      context.addIssue(`must be addresses: ${(cause as Error).message}`);
    }
  }),
  host: z.enum(publishHosts, 'must be machine, workers or static'),
  yesOrNo: z.enum(['yes', 'no'], 'must be yes or no'),
  secret: z.string().regex(/^[\w-]{20,}$/, 'must be 20 or more letters and digits'),
  email: z.email('must be an email address'),
  port: wholeNumber.min(0, 'must be 0 to 65535').max(65_535, 'must be 0 to 65535'),
  limit: wholeNumber.min(0, 'must be 0 (no limit) or more'),
  header: text(
    (value) => /^[A-Za-z0-9-]+$/.test(value),
    'must be the name of a header, such as X-Forwarded-For',
  ),
  origins: text(
    (value) => parseOrigins(value).every(isOrigin),
    'must be origins with commas between (https://example.com)',
  ),
};

/** Messages do not repeat values of these kinds. */
const secretKinds: readonly string[] = ['calendars', 'mailServer', 'secret', 'service'];

interface Variable {
  kind: keyof typeof kinds;
  /** `server` on a machine, `worker` on Cloudflare Workers. */
  readBy: readonly ('build' | 'server' | 'worker' | 'tools')[];
  default?: string;
}
type Reader = Variable['readBy'][number];

/** Variables whose names begin with PUBLIC_ become part of the page (`src/config.ts`). */
export const variables = {
  SITE_URL: { kind: 'origin', readBy: ['build', 'server'], default: 'http://localhost:4321' },
  PUBLIC_FORM_ENDPOINT: { kind: 'addressOrPath', readBy: ['build'], default: '/api/submit' },
  PUBLIC_FORM_ACCESS_KEY: { kind: 'text', readBy: ['build'], default: 'embedded' },
  PUBLIC_NEWSLETTER_URL: { kind: 'addressOrPath', readBy: ['build'], default: '/newsletter' },
  PUBLIC_BOOKING_URL: { kind: 'address', readBy: ['build', 'server', 'worker'] },
  PUBLIC_BOOKING_URL_45: { kind: 'address', readBy: ['build'] },
  PUBLIC_BOOKING_URL_60: { kind: 'address', readBy: ['build'] },
  PUBLIC_BOOKING_WIDGET_URL: { kind: 'script', readBy: ['build'] },
  PUBLIC_ANALYTICS_ENDPOINT: { kind: 'analytics', readBy: ['build', 'server', 'worker'] },
  OUT_DIR: { kind: 'folder', readBy: ['build'], default: 'dist' },
  SITE_DIR: { kind: 'folder', readBy: ['server'], default: 'dist' },
  PORT: { kind: 'port', readBy: ['server'], default: '4321' },
  HOST: { kind: 'text', readBy: ['server'], default: 'localhost' },
  DATA_DIR: { kind: 'folder', readBy: ['server'], default: 'data' },
  SMTP_URL: { kind: 'mailServer', readBy: ['server'] },
  RESEND_API_KEY: { kind: 'text', readBy: ['server', 'worker'] },
  RESEND_BASE_URL: { kind: 'service', readBy: ['server', 'worker'], default: resendBaseUrl },
  INBOX_TO: { kind: 'email', readBy: ['server', 'worker'] },
  INBOX_FROM: { kind: 'email', readBy: ['server', 'worker'] },
  INBOX_ACKNOWLEDGE: { kind: 'yesOrNo', readBy: ['server', 'worker'], default: 'no' },
  INBOX_WEBHOOK_URL: { kind: 'service', readBy: ['server', 'worker'] },
  CALENDAR_URLS: { kind: 'calendars', readBy: ['server', 'worker'] },
  CALENDAR_KEY: { kind: 'secret', readBy: ['server', 'worker'] },
  RATE_LIMIT: { kind: 'limit', readBy: ['server'], default: '20' },
  TRUSTED_PROXY_HEADER: { kind: 'header', readBy: ['server'] },
  ALLOWED_ORIGINS: { kind: 'origins', readBy: ['server', 'worker'] },
  PUBLISH_HOST: { kind: 'host', readBy: ['tools'] },
  PUBLISH_COMMAND: { kind: 'text', readBy: ['tools'] },
  CHROMIUM_PATH: { kind: 'text', readBy: ['tools'] },
} as const satisfies Record<string, Variable>;

type Table = typeof variables;

/** The values with their defaults. */
type Values = {
  [Name in keyof Table]:
    | z.output<(typeof kinds)[Table[Name]['kind']]>
    | (Table[Name] extends { default: string } ? never : undefined);
};

export type Environment = Readonly<Record<string, string | undefined>>;

export const variableList = Object.entries<Variable>(variables).map(([name, variable]) => ({
  name,
  ...variable,
}));

export const addressesInBuild = variableList.flatMap(({ name, kind, readBy }) =>
  readBy.includes('build') && kind !== 'text' && kind !== 'folder' ? [name] : [],
);

/** Drops empty and blank variables. */
export const setVariables = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]?.trim()),
  );

/** Returns the variables for the Worker, unparsed. */
export const workerVariables = (environment: Environment): Record<string, string> => {
  const set = setVariables(environment);
  const read = variableList.filter(({ name, readBy }) => set[name] && readBy.includes('worker'));
  return Object.fromEntries(read.map(({ name }) => [name, set[name] ?? '']));
};

/** Returns the variables that a reader gets, as text. */
export const givenTo = (reader: Reader, environment: Environment) => {
  const set = setVariables(environment);
  return variableList.flatMap(({ name, kind, readBy, default: fallback }) => {
    const value = set[name] ?? fallback;
    return value !== undefined && readBy.includes(reader) ? [{ name, kind, value }] : [];
  });
};

/** Matches characters around a value that was copied from a text. Docker's `--env-file` also keeps quotation marks. */
const copied = /^["'“”„‘’«»\p{Cf}\u00a0]|[\p{Cf}\u00a0]$/u;

/** Returns whether a value may contain a login, so that messages must not repeat it. The value need not be an address. */
const mayHoldLogin = (value: string): boolean => /\/\/.*@/s.test(value);

export const findMistakes = (reader: Reader, environment: Environment): Mistake[] =>
  givenTo(reader, environment).flatMap(({ name, kind, value }) => {
    // A command may begin with a quotation mark.
    if (name !== 'PUBLISH_COMMAND' && copied.test(value)) {
      return [
        mistakeIn(name, 'has quotation marks or invisible characters around it: remove them'),
      ];
    }
    const [issue] = kinds[kind].safeParse(value).error?.issues ?? [];
    const isHidden = secretKinds.includes(kind) || mayHoldLogin(value);
    const found = isHidden ? '' : `, but is "${value}"`;
    return issue ? [mistakeIn(name, issue.message + found)] : [];
  });

/** Returns the values of the variables that a reader gets. @throws ZodError if there are mistakes */
export const valuesFor = (reader: Reader, environment: Environment): Values =>
  Object.fromEntries(
    givenTo(reader, environment).map(({ name, kind, value }) => [name, kinds[kind].parse(value)]),
  ) as Values;
