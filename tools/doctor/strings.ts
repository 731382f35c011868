import { formatPath } from '#model/check.ts';
import type { Project } from './project.ts';

export interface Located {
  file: string;
  field: string;
  text: string;
}

function* stringsIn(value: unknown, path: readonly PropertyKey[]): Generator<[string, string]> {
  if (typeof value === 'string') yield [formatPath(path), value];
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* stringsIn(item, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) yield* stringsIn(item, [...path, name]);
  }
}

/** Strings of typed files and lines of Markdown ones. */
export function* contentStrings({
  content,
  texts,
}: Pick<Project, 'content' | 'texts'>): Generator<Located> {
  for (const [name, value] of Object.entries(content)) {
    for (const [field, text] of stringsIn(value, [])) {
      yield { file: `content/${name}.ts`, field, text };
    }
  }
  for (const [file, markdown] of Object.entries(texts)) {
    for (const [index, text] of markdown.split('\n').entries()) {
      yield { file, field: `line ${index + 1}`, text };
    }
  }
}

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
