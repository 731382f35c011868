import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http';
import { join, sep } from 'node:path';
import fresh from 'fresh';
import { lookup } from 'mrmime';
import parseRange from 'range-parser';
import { embedded } from '#content/embedded.ts';
import { type HeaderRules, headersFor, parseHeadersFile } from '#headers/headers-file.ts';

// Not sirv 3 nor Hono's serveStatic: they lack If-Range, q=0, ETags of the content, and redirects, and read
// from disk for each request.

type Encoding = 'br' | 'gzip' | 'identity';

interface Variant {
  body: Buffer;
  headers: OutgoingHttpHeaders & { ETag: string };
}

type Variants = Partial<Record<Encoding, Variant>> & { identity: Variant };

const encodings: readonly (readonly [Encoding, extension: string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

const contentType = (path: string): string => {
  // mrmime does not know icons.
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
      'Cache-Control': 'public, max-age=0, must-revalidate',
      ...headers,
      ETag: `"${digest}"`,
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity'
        ? { 'Accept-Ranges': 'bytes' }
        : { 'Content-Encoding': encoding }),
    },
  };
};

/** In memory, so that no request can reach any other file. */
const readSite = (folder: string, rules: HeaderRules): Map<string, Variants> => {
  const site = new Map<string, Variants>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(?:br|gz)$|^(?:_headers|\.assetsignore)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${file.slice(folder.length).split(sep).filter(Boolean).join('/')}`;
    const headers = { ...headersFor(rules, path), 'Content-Type': contentType(path) };
    const variants: Variants = { identity: readVariant(file, 'identity', headers) };
    for (const [encoding, extension] of encodings) {
      if (existsSync(file + extension)) {
        variants[encoding] = readVariant(file + extension, encoding, headers);
      }
    }
    site.set(path, variants);
  }
  return site;
};

/** What asks so shows no pages. */
const refuse = (
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: OutgoingHttpHeaders,
): void => {
  const type = { 'Content-Type': 'text/plain; charset=utf-8' };
  const length = { 'Content-Length': Buffer.byteLength(sentence) };
  response.writeHead(status, { ...type, ...length, ...headers }).end(sentence);
};

const chooseVariant = (variants: Variants, { headers }: IncomingMessage): Variant => {
  const acceptEncoding = String(headers['accept-encoding'] ?? '');
  for (const [encoding] of encodings) {
    // With q=0 a browser refuses an encoding.
    const accepted = new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i');
    const variant = variants[encoding];
    if (variant && accepted.test(acceptEncoding)) return variant;
  }
  return variants.identity;
};

/** A text is the address to redirect to. */
const resolvePage = (site: Map<string, Variants>, path: string): Variants | string | undefined => {
  const clean = path.replace(/(?:\/index)?\.html$|(?<!\/)\/+$/, '');
  const page = site.get(`${clean}/index.html`);
  const address = clean || '/';
  return page && address !== path ? address : (page ?? site.get(path));
};

const decodePath = (url: string): string | null => {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return null;
  }
};

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { body, headers }: Variant,
): void => {
  response.writeHead(status, { ...headers, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
};

const sendFile = (request: IncomingMessage, response: ServerResponse, file: Variants): void => {
  const { range, 'if-range': ifRange } = request.headers;
  // A range is of the file without encoding (RFC 9110, 14.2).
  const variant = range ? file.identity : chooseVariant(file, request);
  const { body, headers } = variant;
  if (fresh(request.headers, { etag: headers.ETag })) {
    const { 'Content-Type': _type, 'Content-Encoding': _encoding, ...kept } = headers;
    response.writeHead(304, kept).end();
    return;
  }
  const ranges =
    range && (!ifRange || ifRange === headers.ETag) ? parseRange(body.length, range) : -2;
  if (ranges === -1) {
    refuse(response, 416, embedded.messages.range, { 'Content-Range': `bytes */${body.length}` });
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

/** Serves a built site with the headers of its `_headers` file. @throws Error when there is none */
export const createStaticSite = (folder: string): RequestListener => {
  const headersFile = join(folder, '_headers');
  const rules = existsSync(headersFile) ? parseHeadersFile(readFileSync(headersFile, 'utf8')) : [];
  const site = existsSync(folder) ? readSite(folder, rules) : new Map<string, Variants>();
  const notFound = site.get('/404.html');
  if (rules.length === 0 || !notFound || !site.has('/index.html')) {
    throw new Error(`There is no built site in ${folder}. Run "npm run build" first.`);
  }
  const everywhere = new Headers(headersFor(rules, '/'));
  site.delete('/404.html');

  return (request, response) => {
    response.setHeaders(everywhere);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(response, 405, embedded.messages.readOnly, { Allow: 'GET, HEAD' });
      return;
    }
    const path = decodePath(request.url ?? '/');
    const page = path === null ? undefined : resolvePage(site, path);
    if (typeof page === 'string') {
      const [, query = ''] = /^[^?]*(\?.*)$/.exec(request.url ?? '') ?? [];
      const location = encodeURI(page) + query;
      response.writeHead(308, { Location: location, 'Content-Length': 0 }).end();
    } else if (page) {
      sendFile(request, response, page);
    } else {
      send(request, response, 404, chooseVariant(notFound, request));
    }
  };
};
