import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import fresh from 'fresh';
import { lookup } from 'mrmime';
import parseRange from 'range-parser';
import { type HeaderRules, headersFor, parseHeadersFile } from '#headers/headers-file.ts';

/**
 * Serves the built site out of memory: it is a few megabytes, and no request can then reach a file
 * that is not in it.
 */

type Encoding = 'br' | 'gzip' | 'identity';

interface Variant {
  body: Buffer;
  headers: OutgoingHttpHeaders & { ETag: string };
}

interface SiteFile {
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
}

const encodings: readonly (readonly [Encoding, extension: string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** For what `_headers` gives no other: files whose names stay when their content changes. */
const revalidate = 'public, max-age=0, must-revalidate';

const contentType = (path: string): string => {
  // The library's list has no icons.
  const icon = path.endsWith('.ico') ? 'image/x-icon' : undefined;
  const type = icon ?? lookup(path) ?? 'application/octet-stream';
  return /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type;
};

const readVariant = (
  file: string,
  encoding: Encoding,
  headers: Readonly<Record<string, string>>,
): Variant => {
  const body = readFileSync(file);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    body,
    headers: {
      'Cache-Control': revalidate,
      ...headers,
      ETag: `"${digest}"`,
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity'
        ? { 'Accept-Ranges': 'bytes' }
        : { 'Content-Encoding': encoding }),
    },
  };
};

const readSite = (folder: string, rules: HeaderRules): Map<string, SiteFile> => {
  const site = new Map<string, SiteFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(?:br|gz)$|^(?:_headers|\.assetsignore)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${file.slice(folder.length).split(sep).filter(Boolean).join('/')}`;
    const headers = { ...headersFor(rules, path), 'Content-Type': contentType(path) };
    const variants: SiteFile['variants'] = { identity: readVariant(file, 'identity', headers) };
    for (const [encoding, extension] of encodings) {
      if (existsSync(file + extension)) {
        variants[encoding] = readVariant(file + extension, encoding, headers);
      }
    }
    site.set(path, { variants });
  }
  return site;
};

/** The best variant that the browser takes; an encoding refused with q=0 is not taken. */
const chooseVariant = ({ variants }: SiteFile, acceptEncoding: string): Variant => {
  for (const [encoding] of encodings) {
    const accepted = new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i');
    const variant = variants[encoding];
    if (variant && accepted.test(acceptEncoding)) return variant;
  }
  return variants.identity;
};

/** The page behind a clean address, or where such an address lives. */
const resolvePage = (
  site: Map<string, SiteFile>,
  path: string,
): { file: SiteFile } | { redirect: string } | null => {
  const clean = path.replace(/(?:\/index)?\.html$|(?<!\/)\/+$/, '') || '/';
  if (clean !== path) {
    const exists = site.has(clean === '/' ? '/index.html' : `${clean}.html`);
    if (exists) return { redirect: clean };
  }
  const file =
    path === '/' ? site.get('/index.html') : (site.get(path) ?? site.get(`${path}.html`));
  return file ? { file } : null;
};

const decodePath = (url: string): string | null => {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return null;
  }
};

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { body, headers }: Variant,
): void => {
  response.writeHead(status, { ...headers, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
};

const sendFile = (request: IncomingMessage, response: ServerResponse, file: SiteFile): void => {
  const { range, 'if-range': ifRange } = request.headers;
  // A range is of the file itself, so it is served without encoding (RFC 9110, 14.2).
  const variant = range
    ? file.variants.identity
    : chooseVariant(file, String(request.headers['accept-encoding'] ?? ''));
  const { body, headers } = variant;
  if (fresh(request.headers, { etag: headers.ETag })) {
    const { 'Content-Type': _type, 'Content-Encoding': _encoding, ...kept } = headers;
    response.writeHead(304, kept).end();
    return;
  }
  const ranges =
    range && (!ifRange || ifRange === headers.ETag) ? parseRange(body.length, range) : -2;
  if (ranges === -1) {
    response
      .writeHead(416, { 'Content-Range': `bytes */${body.length}`, 'Content-Length': 0 })
      .end();
    return;
  }
  const only = ranges !== -2 && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : null;
  if (!only) {
    send(request, response, 200, variant);
    return;
  }
  send(request, response, 206, {
    body: body.subarray(only.start, only.end + 1),
    headers: { ...headers, 'Content-Range': `bytes ${only.start}-${only.end}/${body.length}` },
  });
};

/**
 * A handler that serves the site built in a folder: clean addresses, the site's own 404 page,
 * precompressed variants, validators, ranges, and on every answer the headers that the build wrote
 * for all hosts.
 * @throws Error when the folder holds no built site
 */
export const createStaticSite = (folder: string): Handler => {
  const headersFile = join(folder, '_headers');
  if (!existsSync(join(folder, 'index.html')) || !existsSync(headersFile)) {
    throw new Error(`There is no built site in ${folder}. Run "npm run build" first.`);
  }
  const rules = parseHeadersFile(readFileSync(headersFile, 'utf8'));
  const site = readSite(folder, rules);
  const everywhere = new Headers(headersFor(rules, '/'));
  const notFound = site.get('/404.html');
  // It stands for addresses that have no page, and has no address itself.
  site.delete('/404.html');

  return (request, response) => {
    response.setHeaders(everywhere);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end();
      return;
    }
    const path = decodePath(request.url ?? '/');
    const page = path === null ? null : resolvePage(site, path);
    if (page && 'redirect' in page) {
      const [, query = ''] = /^[^?]*(\?.*)$/.exec(request.url ?? '') ?? [];
      const location = encodeURI(page.redirect) + query;
      response.writeHead(308, { Location: location, 'Content-Length': 0 }).end();
    } else if (page) {
      sendFile(request, response, page.file);
    } else if (notFound) {
      const encoding = String(request.headers['accept-encoding'] ?? '');
      send(request, response, 404, chooseVariant(notFound, encoding));
    } else {
      response.writeHead(404, { 'Content-Length': 0 }).end();
    }
  };
};
