import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

export interface Proxy {
  url: string;
  stop: () => void;
}

interface Change {
  /** The headers of an answer, changed. */
  headers?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  isMissing?: (path: string) => boolean;
}

const serveChanged = async (site: string, change: Change): Promise<Proxy> => {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    if (change.isMissing?.(url)) {
      outgoing.writeHead(404).end();
      return;
    }
    const forwarded = request(new URL(url, site), { method, headers }, (answer) => {
      const changed = change.headers?.(answer.headers) ?? answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, changed);
      pipeline(answer, outgoing).catch(() => outgoing.destroy());
    });
    pipeline(incoming, forwarded).catch(() => outgoing.destroy());
  }).listen(0);
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/**
 * Serves a site as it is in a browser that runs none of its scripts: a policy forbids them all. Switched
 * off in the browser itself, the driver could not look at the page.
 */
export const serveWithoutScripts = (site: string): Promise<Proxy> =>
  serveChanged(site, {
    headers: (headers) => ({
      ...headers,
      'content-security-policy': String(headers['content-security-policy'] ?? '').replace(
        /script-src [^;]*/,
        "script-src 'none'",
      ),
    }),
  });

/** Serves a site whose scripts each answer 404 twice before they arrive. */
export const serveLateScripts = (site: string): Promise<Proxy> => {
  const refused = new Map<string, number>();
  return serveChanged(site, {
    isMissing: (path) => {
      if (!/\/_astro\/.*\.js/.test(path)) return false;
      const count = refused.get(path) ?? 0;
      refused.set(path, count + 1);
      return count < 2;
    },
  });
};
