import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';
import {
  type DevEnvironment,
  type EnvironmentModuleNode,
  isRunnableDevEnvironment,
  type Plugin,
  type ViteDevServer,
} from 'vite';
import { escapeHtml } from '../html.ts';

// Vite loads Astro's configuration in a runner, and then closes the runner. Later imports would fail there, such
// as the libraries for fonts and pictures, so Node itself loads this module.
const { ContentError, freezeContent } = createRequire(import.meta.url)(
  '../../model/freeze.ts',
) as typeof import('#model/freeze.ts');

/** Returns a page about a mistake. It reloads when the content changes. */
const mistakePage = (mistake: string): string => {
  const [title = '', ...lines] = mistake.split('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><script type="module" src="/@vite/client"></script></head><body role="alert"><h1>${escapeHtml(title)}</h1><pre style="white-space:pre-wrap">${escapeHtml(lines.join('\n'))}</pre><p>The site comes back when the file is fixed.</p></body></html>`;
};

/**
 * Makes an environment load a file again, with the pages and islands that depend on it. Its runner must also forget
 * them, because Vite takes the runner's copy for current if Astro loads the file first, to find styles.
 */
const invalidate = (environment: DevEnvironment, file: string): void => {
  const { moduleGraph } = environment;
  const invalid = new Set<EnvironmentModuleNode>();
  for (const node of moduleGraph.getModulesByFile(file) ?? []) {
    moduleGraph.invalidateModule(node, invalid);
  }
  if (!isRunnableDevEnvironment(environment)) return;
  const { evaluatedModules } = environment.runner;
  for (const { id } of invalid) {
    const evaluated = id && evaluatedModules.getModuleById(id);
    if (evaluated) evaluatedModules.invalidateModule(evaluated);
  }
};

/**
 * Makes `astro dev` show every change of `content/` at once, and mistakes in plain words, on the page and in the
 * terminal. Without it, Vite would not update a page if an island also uses the changed file.
 */
export const contentInDev = (): Plugin => {
  let reported: string | null = null;
  /** Reads the content. @returns its mistakes, in words for the owner, or null */
  const read = async (server: ViteDevServer): Promise<string | null> => {
    const { logger, root } = server.config;
    let mistake: string | null = null;
    try {
      const changed = await freezeContent(root);
      // The content may name a new picture that Vite has not noticed yet.
      if (changed.length > 0) changed.push(`${root}/src/components/pictures.ts`);
      for (const file of changed) {
        for (const environment of Object.values(server.environments)) invalidate(environment, file);
      }
    } catch (cause) {
      if (!(cause instanceof ContentError)) throw cause;
      mistake = cause.message;
    }
    if (mistake !== null && mistake !== reported) logger.error(mistake);
    reported = mistake;
    return mistake;
  };
  return {
    name: 'content-in-dev',
    apply: 'serve',
    enforce: 'pre',
    hotUpdate: {
      order: 'pre',
      async handler({ file, server }) {
        const [folder] = relative(server.config.root, file).split(sep);
        if (folder === '.content') return [];
        if (folder !== 'content') return;
        // Vite calls it for each environment.
        if (this.environment.name !== 'client') return [];
        await read(server);
        server.ws.send({ type: 'full-reload' });
        return [];
      },
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        if (!request.headers.accept?.includes('text/html')) return next();
        void read(server).then((mistake) => {
          if (mistake === null) return next();
          response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8' });
          response.end(mistakePage(mistake));
        }, next);
      });
    },
  };
};
