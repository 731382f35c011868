import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtContent } from '#hosting/build-record.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import { freezeContent } from '#model/freeze.ts';
import { isExplained } from '#model/mistake.ts';

// Runs before every command (tools/run.mjs), so that the command can import `#content/…`.

/** Scripts that read the content of the served pages, even if it has been edited since the build. */
const asBuilt = ['hosting/machine/main.ts', 'tools/inbox.ts', 'tools/stats.ts'];

/** Matches test runners, which also test the features that the owner has switched off. */
const isTest = /^(?:tools\/test\.ts|node_modules\/(?:vitest|@playwright\/test)\/.*)$/;

const script = relative('.', process.argv[1] ?? '').replaceAll(sep, '/');
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
    // Inherited by the processes and threads that the command starts.
    process.env.CONTENT_READ = process.cwd();
  }
} catch (cause) {
  if (!isExplained(cause)) throw cause;
  console.error(cause.message);
  if ('syscall' in cause) {
    console.error(
      `If a command ran with sudo, the file may belong to root. To make all files yours: sudo chown -R "$USER" "${resolve()}"`,
    );
  }
  if (script === 'tools/publish.ts') console.error('The site online has not changed.');
  process.exit(1);
}
