/** Whether nobody can own a host (RFC 2606, RFC 6761). */
export const isReservedHost = (host: string): boolean =>
  /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid)$/i.test(host);

export const isLocalHost = (host: string): boolean =>
  /^(?:localhost|.*\.localhost|.*\.local|127\..*|0\.0\.0\.0|10\..*|192\.168\..*|\[::1?\])$/i.test(
    host,
  );

export const excerpt = (text: string, length = 60): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`;
};
