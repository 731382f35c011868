import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/**
 * Serves a site as it is in a browser that runs none of its scripts: a policy forbids them all. Switched
 * off in the browser itself, the driver could not look at the page.
 */
export const serveWithoutScripts = async (
  site: string,
): Promise<{ url: string; stop: () => void }> => {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const forwarded = request(new URL(url ?? '/', site), { method, headers }, (answer) => {
      const policy = String(answer.headers['content-security-policy'] ?? '');
      outgoing.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        'content-security-policy': policy.replace(/script-src [^;]*/, "script-src 'none'"),
      });
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
