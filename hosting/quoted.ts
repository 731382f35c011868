/** A value in double quotes, for nginx and Caddy. */
export const quoted = (value: string): string => `"${value.replaceAll('"', '\\"')}"`;
