import { existsSync, readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ExplainedError } from '#model/mistake.ts';

/** A mistake in the command line. The exit code is 2. */
export class UsageError extends ExplainedError {}

/**
 * Parses the options of a command; the default `args` are those of this process.
 * @param help where the options are listed
 * @throws UsageError, also for an option that npm took because of a missing `--`, which PowerShell drops
 */
export const parseOptions = <Config extends ParseArgsConfig>(
  config: Config,
  environment: NodeJS.ProcessEnv = process.env,
  help?: string,
): ReturnType<typeof parseArgs<Config>> => {
  const { options = {}, args = process.argv.slice(2) } = config;
  // npm passes on its own settings in the same way.
  const { npm_config_userconfig: own = '', npm_config_globalconfig: global = '' } = environment;
  const files = ['.npmrc', own, global].filter((file) => existsSync(file));
  const settings = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const { npm_lifecycle_event: script } = environment;
  for (const name of script ? Object.keys(options) : []) {
    const isTyped = args.some((arg) => arg.split('=')[0] === `--${name}`);
    const isSetting = new RegExp(`^\\s*${name}\\s*=`, 'm').test(settings);
    // npm 11 completes --to to an option of its own.
    const keys = [name.replaceAll('-', '_'), ...(name === 'to' ? ['token_description'] : [])];
    const isTaken = keys.some((key) => environment[`npm_config_${key}`]);
    if (isTyped || isSetting || !isTaken) continue;
    throw new UsageError(
      `npm read --${name} as an option of its own. Put two dashes before it, with the quotes that PowerShell needs: npm run ${script} "--" --${name} …`,
    );
  }
  try {
    return parseArgs(config);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    // "Unknown option '--x'. To specify a positional argument …"
    const [what = ''] = cause.message.split('. ');
    throw new UsageError(help ? `${what}: ${help}` : what);
  }
};

/** Like parseOptions, but exits with code 2 on a usage error; for developers' scripts. */
export const readOptions: typeof parseOptions = (config) => {
  try {
    return parseOptions(config);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    console.error(cause.message);
    process.exit(2);
  }
};
