import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createStaticSite } from '#hosting/machine/static-site.ts';

const certificateOptions =
  'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 1 -subj /CN=localhost -keyout - -out - -addext';

/**
 * Makes a certificate for a day, signed by nobody.
 * @returns key and certificate, in PEM
 * @throws Error when openssl is missing or fails
 */
export const makeCertificate = (...names: string[]): string => {
  const alternative = `subjectAltName=${names.map((name) => `DNS:${name}`).join()}`;
  const made = spawnSync('openssl', [...certificateOptions.split(' '), alternative], {
    encoding: 'utf8',
  });
  if (made.status === 0) return made.stdout;
  throw new Error(`openssl could not make a certificate: ${made.error?.message ?? made.stderr}`);
};

/**
 * Serves a built site as visitors reach it, over TLS and HTTP/2, as long as the process has other work.
 * @returns also `certificate`: for localhost and a day, in PEM
 * @throws Error when openssl is missing or fails, or the folder has no built site
 */
export const serveHttps = async (folder: string): Promise<{ url: string; certificate: string }> => {
  const listener = createStaticSite(folder);
  const pem = makeCertificate('localhost');
  const server = createSecureServer(
    { key: pem, cert: pem, allowHTTP1: true },
    (request, response) => {
      const setHeaders = (headers: Headers): void =>
        headers.forEach((value, name) => void response.setHeader(name, value));
      // Node's response for HTTP/2 has no such method.
      Object.assign(response, { setHeaders });
      listener(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    },
  );
  await once(server.listen(0, 'localhost').unref(), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}`, certificate: pem };
};
