import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import fresh from 'fresh';
import { lookup } from 'mrmime';
import parseRange from 'range-parser';
import { embedded } from '#content/embedded.ts';
import { type HeaderRules, headersFor, parseHeadersFile } from '#headers/headers-file.ts';

// Not sirv 3 nor Hono's serveStatic: they lack If-Range, q=0, ETags of the content, and redirects, and read
// from disk for each request.

type Headers = Readonly<Record<string, string | number>>;

/** With all its headers, since putting them together for each request took half of its time. */
interface Variant {
  body: Buffer;
  etag: string;
  headers: Headers;
}

interface File {
  plain: Variant;
  /** The best first. */
  encoded: readonly { variant: Variant; accepted: RegExp }[];
}

/** With q=0 a browser refuses an encoding. */
const encodings = [
  ['br', '.br', /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i],
  ['gzip', '.gz', /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i],
] as const;

const contentType = (path: string): string => {
  // mrmime does not know icons.
  const icon = path.endsWith('.ico') ? 'image/x-icon' : undefined;
  const type = icon ?? lookup(path) ?? 'application/octet-stream';
  return /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type;
};

const readVariant = (file: string, more: Headers): Variant => {
  const body = readFileSync(file);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { ...more, ETag: etag, Vary: 'Accept-Encoding', 'Content-Length': body.length };
  return { body, etag, headers };
};

const readFile = (file: string, headers: Headers): File => ({
  plain: readVariant(file, { ...headers, 'Accept-Ranges': 'bytes' }),
  encoded: encodings.flatMap(([encoding, extension, accepted]) => {
    if (!existsSync(file + extension)) return [];
    const variant = readVariant(file + extension, { ...headers, 'Content-Encoding': encoding });
    return [{ variant, accepted }];
  }),
});

/** In memory, so that no request can reach any other file. */
const readSite = (folder: string, rules: HeaderRules): Map<string, File> => {
  const site = new Map<string, File>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(?:br|gz)$|^(?:_headers|\.assetsignore)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${file.slice(folder.length).split(sep).filter(Boolean).join('/')}`;
    const headers = {
      'Cache-Control': 'public, max-age=0, must-revalidate',
      ...headersFor(rules, path),
      'Content-Type': contentType(path),
    };
    site.set(path, readFile(file, headers));
  }
  return site;
};

const choose = ({ plain, encoded }: File, { headers }: IncomingMessage): Variant => {
  const wanted = String(headers['accept-encoding'] ?? '');
  return encoded.find(({ accepted }) => accepted.test(wanted))?.variant ?? plain;
};

/** A text is the address to redirect to. */
const resolvePage = (site: Map<string, File>, path: string): File | string | undefined => {
  const clean = path.replace(/(?:\/index)?\.html$|(?<!\/)\/+$/, '');
  const page = site.get(`${clean}/index.html`);
  const address = clean || '/';
  return page && address !== path ? address : (page ?? site.get(path));
};

const decodePath = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

const sendFile = (request: IncomingMessage, response: ServerResponse, file: File): void => {
  const { range, 'if-range': ifRange } = request.headers;
  // A range is of the file without encoding (RFC 9110, 14.2).
  const { body, etag, headers } = range ? file.plain : choose(file, request);
  const whole = request.method === 'HEAD' ? undefined : body;
  if (fresh(request.headers, { etag })) {
    const { 'Content-Type': _, 'Content-Encoding': __, 'Content-Length': ___, ...kept } = headers;
    response.writeHead(304, kept).end();
    return;
  }
  const ranges = range && (!ifRange || ifRange === etag) ? parseRange(body.length, range) : -2;
  if (ranges === -1) {
    const type = { 'Content-Type': 'text/plain; charset=utf-8' };
    const length = { 'Content-Length': Buffer.byteLength(embedded.messages.range) };
    const none = { ...headers, ...type, ...length, 'Content-Range': `bytes */${body.length}` };
    response.writeHead(416, none).end(embedded.messages.range);
  } else if (ranges !== -2 && ranges.type === 'bytes' && ranges[0] && ranges.length === 1) {
    const [{ start, end }] = [ranges[0]];
    const part = { 'Content-Range': `bytes ${start}-${end}/${body.length}` };
    const length = { 'Content-Length': end + 1 - start };
    response.writeHead(206, { ...headers, ...part, ...length });
    response.end(whole?.subarray(start, end + 1));
  } else response.writeHead(200, headers).end(whole);
};

/** Serves a built site with the headers of its `_headers` file. @throws Error when there is none */
export const createStaticSite = (folder: string): RequestListener => {
  const headersFile = join(folder, '_headers');
  const rules = existsSync(headersFile) ? parseHeadersFile(readFileSync(headersFile, 'utf8')) : [];
  const site = existsSync(folder) ? readSite(folder, rules) : new Map<string, File>();
  const notFound = site.get('/404.html');
  if (rules.length === 0 || !notFound || !site.has('/index.html')) {
    throw new Error(`There is no built site in ${folder}. Run "npm run build" first.`);
  }
  const everywhere = headersFor(rules, '/');
  site.delete('/404.html');

  return (request, response) => {
    const { method, url = '/' } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      const type = { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' };
      response.writeHead(405, { ...everywhere, ...type }).end(embedded.messages.readOnly);
      return;
    }
    const path = decodePath(url.split('?', 1)[0] ?? '/');
    const page = path === null ? undefined : resolvePage(site, path);
    if (typeof page === 'string') {
      const [, query = ''] = /^[^?]*(\?.*)$/.exec(url) ?? [];
      const location = { Location: encodeURI(page) + query, 'Content-Length': 0 };
      response.writeHead(308, { ...everywhere, ...location }).end();
    } else if (page) {
      sendFile(request, response, page);
    } else {
      const missing = choose(notFound, request);
      response.writeHead(404, missing.headers);
      response.end(method === 'HEAD' ? undefined : missing.body);
    }
  };
};
