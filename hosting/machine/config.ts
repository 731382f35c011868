import type { Mistake } from '#content/schema/mistake.ts';
import type { DeliveryConfig } from '#inbox/delivery/delivery.ts';
import { parseOrigins } from '#inbox/origin.ts';
import {
  type Environment,
  findMistakes,
  mistakeIn,
  setVariables,
  type Values,
  valuesFor,
} from '../variables.ts';

export interface ServerConfig {
  port: number;
  host: string;
  dataDir: string;
  siteDir: string;
  delivery: DeliveryConfig | null;
  /** Submissions of one address in a minute; 0 for any number. */
  rateLimit: number;
  trustedProxyHeader: string | null;
  allowedOrigins: readonly string[];
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}

const readDelivery = (set: Values<'server'>): DeliveryConfig | null => {
  const { SMTP_URL, INBOX_TO, INBOX_FROM, INBOX_WEBHOOK_URL } = set;
  if (SMTP_URL && INBOX_TO) {
    return { by: 'mail', smtpUrl: SMTP_URL, to: INBOX_TO, from: INBOX_FROM ?? INBOX_TO };
  }
  return INBOX_WEBHOOK_URL ? { by: 'webhook', url: INBOX_WEBHOOK_URL } : null;
};

/** What keeps the server from starting. */
export const findServerMistakes = (environment: Environment): Mistake[] => {
  const mistakes = findMistakes('server', environment);
  const { SMTP_URL, INBOX_TO, INBOX_WEBHOOK_URL } = setVariables(environment);
  if (mistakes.length > 0) return mistakes;
  if (SMTP_URL && INBOX_WEBHOOK_URL) {
    const what =
      'and INBOX_WEBHOOK_URL are both set; set one of them, since each submission is delivered once';
    return [mistakeIn('SMTP_URL', what)];
  }
  if (SMTP_URL && !INBOX_TO) {
    return [mistakeIn('INBOX_TO', 'must be set when SMTP_URL is: whom to send mail to')];
  }
  if (INBOX_TO && !SMTP_URL) {
    return [mistakeIn('SMTP_URL', 'must be set when INBOX_TO is: which mail server to use')];
  }
  return [];
};

/** @throws ConfigError with a line for each mistake */
export const readServerConfig = (environment: Environment): ServerConfig => {
  const mistakes = findServerMistakes(environment);
  if (mistakes.length > 0) {
    throw new ConfigError(mistakes.map(({ message }) => message).join('\n'));
  }
  const set = valuesFor('server', environment);
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: set.DATA_DIR,
    siteDir: set.SITE_DIR,
    delivery: readDelivery(set),
    rateLimit: set.RATE_LIMIT,
    trustedProxyHeader: set.TRUSTED_PROXY_HEADER?.toLowerCase() ?? null,
    allowedOrigins: [
      ...parseOrigins(set.ALLOWED_ORIGINS ?? ''),
      // Not the default: any program on a visitor's machine can have that origin.
      ...(setVariables(environment).SITE_URL ? [new URL(set.SITE_URL).origin] : []),
    ],
  };
};
