import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtContent } from '#hosting/build-record.ts';
import { ConfigError } from '#hosting/machine/config.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import { ContentError, freezeContent } from '#model/freeze.ts';

// Runs before every command (tools/run.mjs), so that the command can import `#content/…`.

/** Scripts that read the content of the served pages, even if it has been edited since the build. */
const asBuilt = ['hosting/machine/main.ts', 'tools/inbox.ts', 'tools/stats.ts'];

/** Matches test runners, which also need the features that the owner has switched off. */
const isTest = /^(?:tools\/test\.ts|node_modules\/(?:vitest|@playwright\/test)\/.*)$/;

const script = relative('.', process.argv[1] ?? '').replaceAll(sep, '/');

const codeOf = (cause: unknown): unknown => (cause as NodeJS.ErrnoException).code;

/** Whether a file cannot be written. A link may lead nowhere. */
const isLocked = (file: string): boolean => {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch (cause) {
    return codeOf(cause) !== 'ENOENT';
  }
};

/** After a command with sudo, files in the project belong to root, and others fail in their own words. */
const explainLocked = (code: number): void => {
  const made = ['.', '{.astro,.content,content,dist.builds,public}/**'];
  const locked = code === 0 ? undefined : globSync(made).find(isLocked);
  if (!locked) return;
  console.error(
    `${resolve(locked)} cannot be written, perhaps because a command ran with sudo. Make the files yours, and try again: sudo chown -R "$USER" "${resolve()}"`,
  );
};
if (!asBuilt.includes(script)) process.once('exit', explainLocked);

try {
  const built = builtContent(readEnvironment().SITE_DIR ?? 'dist');
  if (asBuilt.includes(script) && existsSync(built)) {
    registerHooks({
      resolve: (specifier, context, next) =>
        next(
          specifier.startsWith('#content/')
            ? pathToFileURL(join(built, specifier.slice('#content/'.length))).href
            : specifier,
          context,
        ),
    });
  } else if (process.env.CONTENT_READ !== process.cwd()) {
    await freezeContent('.', { hasAll: isTest.test(script) });
    // For the processes and threads that the command starts.
    process.env.CONTENT_READ = process.cwd();
  }
} catch (cause) {
  const isKnown = cause instanceof ContentError || cause instanceof ConfigError;
  if (!(cause instanceof Error && (isKnown || codeOf(cause) === 'EACCES'))) throw cause;
  console.error(cause.message);
  if (script === 'tools/publish.ts') console.error('The site online has not changed.');
  process.exit(1);
}
