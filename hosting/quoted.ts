/** A value in double quotes, as the files of nginx and Caddy have it. */
export const quoted = (value: string): string => `"${value.replaceAll('"', '\\"')}"`;
