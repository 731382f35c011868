import type { AstroIntegration } from 'astro';

export type DevServer = Parameters<
  Required<AstroIntegration['hooks']>['astro:server:setup']
>[0]['server'];

/** What Vite's type of an environment leaves out, and ours have: they run modules in this process. */
interface Runner {
  /** @param path from the root of the project, with a slash */
  import: <Module>(path: string) => Promise<Module>;
  evaluatedModules: {
    getModuleById: (id: string) => object | undefined;
    invalidateModule: (module: object) => void;
  };
}

/** Runs modules as they are now; a module that Node imports stays as it was at the start. */
export const runnerOf = (environment: DevServer['environments'][string]): Runner | null =>
  'runner' in environment ? (environment.runner as Runner) : null;
