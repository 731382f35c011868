/** The form backend's, with everything below them. */
export const backendPaths = ['/api', '/book', '/newsletter', '/healthz'] as const;

/** As Caddy and Workers read them. */
export const backendPathPatterns: readonly string[] = backendPaths.flatMap((path) => [
  path,
  `${path}/*`,
]);

export const isBackendPath = (path: string): boolean =>
  backendPaths.some((own) => path === own || path.startsWith(`${own}/`));
