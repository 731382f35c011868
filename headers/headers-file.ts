type HeaderRules = readonly { path: string; headers: Readonly<Record<string, string>> }[];

/** The longest line that Cloudflare reads, in characters. */
export const headerLineLimit = 2000;

/** Returns the text of a `_headers` file. @throws Error if a header is longer than hosts read */
export const headersFile = (rules: HeaderRules): string =>
  rules
    .map(({ path, headers }) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
      const tooLong = lines.find((line) => line.length > headerLineLimit);
      if (tooLong) {
        throw new Error(
          `The header ${tooLong.trim().split(':')[0]} is ${tooLong.length} characters long; hosts read ${headerLineLimit}`,
        );
      }
      return [path, ...lines, ''].join('\n');
    })
    .join('\n');

export const parseHeadersFile = (text: string): HeaderRules => {
  const rules: { path: string; headers: Record<string, string> }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s+([^:]+):\s*(.*)$/.exec(line) ?? [];
    const rule = rules.at(-1);
    if (rule && name && value !== undefined) rule.headers[name] = value;
    else if (line.startsWith('/')) rules.push({ path: line.trim(), headers: {} });
  }
  return rules;
};

/** Returns the headers of a path. Later rules win, and a `*` at the end of a rule's path matches anything. */
export const headersFor = (rules: HeaderRules, path: string): Record<string, string> =>
  Object.assign(
    {},
    ...rules
      .filter((rule) =>
        rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path,
      )
      .map(({ headers }) => headers),
  );
