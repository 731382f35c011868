import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import fresh from 'fresh';
import { lookup } from 'mrmime';
import parseRange from 'range-parser';
import { embedded } from '#content/embedded.ts';
import { headersFor, parseHeadersFile } from '#headers/headers-file.ts';
import { ExplainedError } from '#model/mistake.ts';

// Why not sirv or Hono's serveStatic: decision 0026.

type Headers = Readonly<Record<string, string | number>>;

/** Returns a pattern for an accepted encoding; with q=0, the browser refuses it. */
const accepting = (encoding: string): RegExp =>
  RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i');

const encodings: readonly [extension: string, accepted: RegExp, headers: Headers][] = [
  ['.br', accepting('br'), { 'Content-Encoding': 'br' }],
  ['.gz', accepting('gzip'), { 'Content-Encoding': 'gzip' }],
  ['', /(?:)/, { 'Accept-Ranges': 'bytes' }],
];

/** Returns the encodings of a file, smallest first, with headers: making them per request would halve the rate. */
const readVariants = (file: string, type: string, more: Headers) =>
  encodings
    .filter(([extension]) => existsSync(file + extension))
    .map(([extension, accepted, ofEncoding]) => {
      const body = readFileSync(file + extension);
      const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
      const ofBody = { ETag: etag, Vary: 'Accept-Encoding', 'Content-Length': body.length };
      const headers: Headers = { ...more, 'Content-Type': type, ...ofEncoding, ...ofBody };
      return { accepted, body, etag, headers };
    });

type Variants = ReturnType<typeof readVariants>;

/** Reads the site into memory, so that no request can reach any other file. */
const readSite = (folder: string, headersOf: (path: string) => Headers) => {
  const site = new Map<string, Variants>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    // An archive of the owner's own is not the packed copy of another file.
    const isCopy = /\.(?:br|gz)$/.test(file) && existsSync(file.slice(0, -3));
    if (!entry.isFile() || isCopy || /^(?:_headers|\.assetsignore)$/.test(entry.name)) continue;
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    // mrmime does not know .ico files.
    const known = path.endsWith('.ico') ? 'image/x-icon' : lookup(path);
    const type = known ?? 'application/octet-stream';
    const charset = /^text\/|javascript|json|xml/.test(type) ? '; charset=utf-8' : '';
    site.set(path, readVariants(file, type + charset, headersOf(path)));
  }
  return site;
};

/** @returns the path and the query of a request; the query begins with `?` */
export const splitTarget = ({ url = '/' }: IncomingMessage): [path: string, query: string] => {
  const [path = ''] = url.split('?', 1);
  return [path, url.slice(path.length)];
};

/** Decodes a path. Returns an invalid one unchanged, which matches no file. */
const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Returns the first variant that a browser accepts; the last is always accepted. */
const choose = (variants: Variants, encodings: string | string[] = '') =>
  variants.find(({ accepted }) => accepted.test(String(encodings))) as Variants[number];

const sendFile = (request: IncomingMessage, response: ServerResponse, file: Variants): void => {
  const { 'accept-encoding': encodings, 'if-range': validator, range } = request.headers;
  // Ranges apply to the file without encoding, and only to GET (RFC 9110, 14.2).
  const part = request.method === 'GET' ? range : undefined;
  const { body, etag, headers } = choose(file, part ? '' : encodings);
  if (fresh(request.headers, { etag })) {
    const { 'Content-Type': _, 'Content-Encoding': __, 'Content-Length': ___, ...kept } = headers;
    response.writeHead(304, kept).end();
    return;
  }
  // `parseRange` refuses a suffix longer than the file, which means the whole file (14.1.2).
  const fit = (_: string, last: string): string => `=-${Math.min(Number(last), body.length)}`;
  const fitting = part?.replace(/=-(\d+)$/, fit);
  const ranges = fitting && (validator ?? etag) === etag ? parseRange(body.length, fitting) : -2;
  if (ranges === -1) {
    const none = { 'Content-Range': `bytes */${body.length}`, 'Content-Length': 0 };
    response.writeHead(416, { ...headers, ...none }).end();
  } else if (ranges !== -2 && ranges.type === 'bytes' && ranges[0] && ranges.length === 1) {
    const { start, end } = ranges[0];
    const place = { 'Content-Range': `bytes ${start}-${end}/${body.length}` };
    response.writeHead(206, { ...headers, ...place, 'Content-Length': end + 1 - start });
    response.end(body.subarray(start, end + 1));
  } else response.writeHead(200, headers).end(body);
};

/** Serves a built site with the headers of its `_headers` file. @throws ExplainedError if there is no built site */
export const createStaticSite = (folder: string): RequestListener => {
  const headersFile = join(folder, '_headers');
  const rules = existsSync(headersFile) ? parseHeadersFile(readFileSync(headersFile, 'utf8')) : [];
  const revalidate = { 'Cache-Control': 'public, max-age=0, must-revalidate' };
  const headersOf = (path: string) => ({ ...revalidate, ...headersFor(rules, path) });
  const site = rules.length > 0 ? readSite(folder, headersOf) : new Map<string, Variants>();
  const notFound = site.get('/404.html');
  if (!notFound || !site.has('/index.html')) {
    throw new ExplainedError(`There is no built site in ${folder}. Run "npm run build" first.`);
  }
  const everywhere = headersFor(rules, '/');
  site.delete('/404.html');

  return (request, response) => {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      const more = { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' };
      response.writeHead(405, { ...everywhere, ...more }).end(embedded.messages.readOnly);
      return;
    }
    const [encodedPath, query] = splitTarget(request);
    const path = decodePath(encodedPath);
    const clean = path.replace(/(?:\/index)?\.html$|(?<!\/)\/+$/, '');
    const page = site.get(`${clean}/index.html`);
    const file = page ?? site.get(path);
    if (page && path !== (clean || '/')) {
      const location = { Location: encodeURI(clean || '/') + query, 'Content-Length': 0 };
      response.writeHead(308, { ...everywhere, ...location }).end();
    } else if (file) sendFile(request, response, file);
    else {
      const { headers, body } = choose(notFound, request.headers['accept-encoding']);
      response.writeHead(404, headers).end(body);
    }
  };
};
