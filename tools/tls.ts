import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  key: Buffer;
  /** In PEM, as NODE_EXTRA_CA_CERTS wants it in a file. */
  cert: Buffer;
}

/** For localhost and a day. @throws Error when openssl is missing or fails */
export const makeCertificate = (): Certificate => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const { error, status, stderr } = spawnSync('openssl', [
      ...'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 1'.split(' '),
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', key, '-out', cert],
    ]);
    if (error || status !== 0) {
      throw new Error(
        `openssl could not make a certificate: ${error?.message ?? stderr.toString()}`,
      );
    }
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** RFC 9113, 8.2.2. */
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * A proxy as hosts have one: it speaks TLS, and HTTP/2 with whoever can, and changes nothing else.
 * @param origin of a server on this machine
 */
export const startTls = async (
  origin: string,
  certificate: Certificate,
): Promise<{ url: string; stop: () => void }> => {
  const { hostname, port, host } = new URL(origin);
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const named = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
    const forwarded = request(
      {
        hostname,
        port,
        method,
        path: url,
        headers: {
          ...Object.fromEntries(named),
          host: headers.host ?? headers[':authority'] ?? host,
        },
      },
      (answer) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !ofOneConnection.has(name));
        outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const sessions = new Set<{ destroy: () => void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('secureConnection', (socket) => sessions.add(socket));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      for (const session of sessions) session.destroy();
    },
  };
};
