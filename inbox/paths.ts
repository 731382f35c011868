/** Of consultations; the first is that of /book. */
export const bookingMinutes = ['30', '45', '60'] as const;

export const bookingPath = (minutes: string): string =>
  minutes === bookingMinutes[0] ? '/book' : `/book/${minutes}`;

/** The form backend's. Whatever else is asked for is the site's, and its page for unknown addresses. */
export const backendPaths: readonly string[] = [
  '/api/submit',
  ...bookingMinutes.map(bookingPath),
  '/newsletter',
  '/healthz',
];

export const isBackendPath = (path: string): boolean => backendPaths.includes(path);
