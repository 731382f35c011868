import { existsSync } from 'node:fs';
import { z } from 'astro/zod';
import type { DeliveryConfig } from '#inbox/delivery/delivery.ts';
import { parseOrigins } from '#inbox/origin.ts';

/** An empty variable counts as not set. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const webAddress = z.string().refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
  error: 'must be a web address (https://…)',
});

/** Where the machine's own server runs, keeps and sends things, from environment variables. */
const schema = z.object({
  PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 to 65535')
    .max(65535, 'must be 0 to 65535')
    .default(4321),
  HOST: z.string().min(1, 'must not be empty').default('localhost'),
  DATA_DIR: z.string().min(1, 'must not be empty').default('data'),
  SITE_DIR: z.string().min(1, 'must not be empty').default('dist'),
  SITE_URL: optional(webAddress),
  SMTP_URL: optional(
    z.string().refine((value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value), {
      error: 'must be the address of a mail server (smtps://user:password@host:465)',
    }),
  ),
  INBOX_TO: optional(z.email('must be an email address')),
  INBOX_FROM: optional(z.email('must be an email address')),
  INBOX_WEBHOOK_URL: optional(webAddress),
  RATE_LIMIT: optional(
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(0, 'must be 0 (no limit) or more'),
  ),
  TRUSTED_PROXY_HEADER: optional(
    z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header, such as X-Forwarded-For'),
  ),
  ALLOWED_ORIGINS: optional(
    z
      .string()
      .refine(
        (value) =>
          parseOrigins(value).every(
            (origin) => URL.canParse(origin) && new URL(origin).origin === origin,
          ),
        'must be origins with commas between (https://example.com)',
      ),
  ),
});

export interface ServerConfig {
  port: number;
  host: string;
  dataDir: string;
  siteDir: string;
  delivery: DeliveryConfig | null;
  /** Submissions that one address may send in a minute; 0 for any number. */
  rateLimit: number;
  /** The header in which a proxy says who asks; null where there is no proxy. */
  trustedProxyHeader: string | null;
  /** Sites that may send to the form backend. */
  allowedOrigins: readonly string[];
}

/** Submissions that one address may send in a minute when nothing is set. */
const defaultRateLimit = 20;

/** A variable with a value that cannot be used. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const readDelivery = (set: z.infer<typeof schema>): DeliveryConfig | null => {
  const { SMTP_URL, INBOX_TO, INBOX_FROM, INBOX_WEBHOOK_URL } = set;
  if (SMTP_URL && INBOX_WEBHOOK_URL) {
    throw new ConfigError(
      'SMTP_URL and INBOX_WEBHOOK_URL are both set; set one of them, since each submission is delivered once',
    );
  }
  if (SMTP_URL && !INBOX_TO) {
    throw new ConfigError('INBOX_TO must be set when SMTP_URL is: whom to send mail to');
  }
  if (INBOX_TO && !SMTP_URL) {
    throw new ConfigError('SMTP_URL must be set when INBOX_TO is: which mail server to use');
  }
  if (SMTP_URL && INBOX_TO) {
    return { by: 'mail', smtpUrl: SMTP_URL, to: INBOX_TO, from: INBOX_FROM ?? INBOX_TO };
  }
  return INBOX_WEBHOOK_URL ? { by: 'webhook', url: INBOX_WEBHOOK_URL } : null;
};

/** Adds what stands in the file `.env`, if there is one, to the environment of this process. */
export const loadEnvFile = (): void => {
  if (existsSync('.env')) process.loadEnvFile('.env');
};

/** What a message says of a value: addresses of mail servers and webhooks hold secrets. */
const shown = (name: string, value: string | undefined): string =>
  /^(?:SMTP_URL|INBOX_WEBHOOK_URL)$/.test(name) ? '' : `, but is "${value}"`;

/**
 * Reads the server's configuration.
 * @throws ConfigError naming each variable, what was found and what was expected
 */
export const readServerConfig = (environment: Record<string, string | undefined>): ServerConfig => {
  const result = schema.safeParse(environment);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} ${message}${shown(name, environment[name])}`;
    });
    throw new ConfigError(lines.join('\n'));
  }
  const set = result.data;
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: set.DATA_DIR,
    siteDir: set.SITE_DIR,
    delivery: readDelivery(set),
    rateLimit: set.RATE_LIMIT ?? defaultRateLimit,
    trustedProxyHeader: set.TRUSTED_PROXY_HEADER?.toLowerCase() ?? null,
    allowedOrigins: [
      ...parseOrigins(set.ALLOWED_ORIGINS ?? ''),
      ...(set.SITE_URL ? [new URL(set.SITE_URL).origin] : []),
    ],
  };
};
