import { z } from 'astro/zod';

/** Where the machine's own server runs and keeps things, from environment variables. */
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
});

export interface ServerConfig {
  port: number;
  host: string;
  dataDir: string;
  siteDir: string;
}

/** A variable with a value that cannot be used. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the server's configuration.
 * @throws ConfigError naming each variable, what was found and what was expected
 */
export const readServerConfig = (environment: Record<string, string | undefined>): ServerConfig => {
  const result = schema.safeParse(environment);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} ${message}, but is "${environment[name]}"`;
    });
    throw new ConfigError(lines.join('\n'));
  }
  const { PORT, HOST, DATA_DIR, SITE_DIR } = result.data;
  return { port: PORT, host: HOST, dataDir: DATA_DIR, siteDir: SITE_DIR };
};
