/** Paths that belong to the form backend, with everything below them; all others are the site's. */
export const backendPaths = ['/api', '/book', '/newsletter', '/healthz'] as const;

/** The same as patterns with a `*` for whatever follows, as Caddy and Workers read them. */
export const backendPathPatterns: readonly string[] = backendPaths.flatMap((path) => [
  path,
  `${path}/*`,
]);

/** Whether the form backend answers a path. */
export const isBackendPath = (path: string): boolean =>
  backendPaths.some((own) => path === own || path.startsWith(`${own}/`));
