import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serveArguments } from '../place.ts';

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

/** Makes the smallest folder that the server accepts as a built site. */
export const makeSite = (folder: string): string => {
  const site = join(folder, 'site');
  mkdirSync(site, { recursive: true });
  writeFileSync(join(site, 'index.html'), '<title>Home</title>');
  writeFileSync(join(site, '404.html'), '<title>No such page</title>');
  writeFileSync(join(site, '_headers'), '/*\n  X-Content-Type-Options: nosniff\n');
  return site;
};

export const serverCommand: readonly string[] = [
  process.execPath,
  ...serveArguments.map((each) => (each.startsWith('--') ? each : resolve(each))),
];

/** Starts the server on a free port and waits until it listens. @param environment with absolute paths */
export const startServerProcess = async (
  environment: Record<string, string>,
  [program = '', ...args] = serverCommand,
  // The developer's own .env may name a mail server.
  folder = tmpdir(),
) => {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT: '0', ...environment },
  });
  let output = '';
  /** Its exit code; null when a signal ended it. */
  const ended = once(child, 'close').then(([code]): number | null => code);
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        const address = /The site\s+(http:\/\/\S+)/.exec(output)?.[1];
        if (address) resolve(address);
      });
    }
    void ended.then((code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  return { url, child, ended, output: () => output };
};
