import { existsSync, readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Environment } from '#hosting/variables.ts';
import scripts from './help.json' with { type: 'json' };

/** The exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What a command could not do, in a sentence. The exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Whether npm's settings have an option of that name: npm passes those on as if they were typed. */
const isSetting = (name: string, environment: Environment): boolean =>
  [environment.npm_config_userconfig, environment.npm_config_globalconfig, '.npmrc'].some(
    (file) =>
      file &&
      existsSync(file) &&
      new RegExp(`^\\s*${name}\\s*=`, 'm').test(readFileSync(file, 'utf8')),
  );

/**
 * Finds an option that npm took, which is lost when `--` is forgotten, or dropped by PowerShell. npm
 * does not know the option's type, so its value may be among the arguments, or gone.
 */
export const findTaken = (
  names: readonly string[],
  args: readonly string[],
  environment: Environment,
): string | undefined =>
  names.find(
    (name) =>
      environment.npm_lifecycle_event &&
      environment[`npm_config_${name.replaceAll('-', '_')}`] &&
      !args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)) &&
      !isSetting(name, environment),
  );

/**
 * Parses the options of a command, of this process where `args` are not given.
 * @param help where all of them are named
 * @throws UsageError
 */
export const parseOptions = <Config extends ParseArgsConfig>(
  config: Config,
  environment: Environment = process.env,
  help?: string,
): ReturnType<typeof parseArgs<Config>> => {
  const { options = {}, args = process.argv.slice(2) } = config;
  const taken = findTaken(Object.keys(options), args, environment);
  if (taken) {
    throw new UsageError(
      `npm took --${taken} for an option of its own. Put two dashes before it, in quotes, which PowerShell needs: npm run ${environment.npm_lifecycle_event} "--" --${taken} …`,
    );
  }
  try {
    return parseArgs(config);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    // "Unknown option '--x'. To specify a positional argument …"
    const [what = cause.message] = cause.message.split('. ');
    throw new UsageError(help ? `${what}. ${help}` : what);
  }
};

/** What each npm script does, for `--help`; also read by tools/run.mjs. */
export const summaries = (): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(scripts));

/** The same for a script, which it ends: with 0 after `--help`, with 2 when they are wrong. */
export const readOptions = <Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  const args = process.argv.slice(2);
  if (args.slice(0, args.indexOf('--') >>> 0).includes('--help')) {
    const name = process.env.npm_lifecycle_event ?? '';
    const options = Object.entries(config.options ?? {}).map(([option, { type }]) =>
      type === 'string' ? `--${option}=…` : `--${option}`,
    );
    console.log(`${summaries()[name] ?? ''}\nOptions: ${[...options, '--help'].join(', ')}`.trim());
    process.exit(0);
  }
  try {
    return parseOptions(config);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    console.error(cause.message);
    process.exit(2);
  }
};
