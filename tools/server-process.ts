import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** The site's server as a process of its own, which can be killed. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Resolves when it has ended, with its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
  /** What it has written so far, to both outputs. */
  said: () => string;
}

/** Makes the least that the server takes for a built site. @returns its folder */
export const makeSite = (folder: string): string => {
  const site = join(folder, 'site');
  mkdirSync(site, { recursive: true });
  writeFileSync(join(site, 'index.html'), '<title>Home</title>');
  writeFileSync(join(site, '_headers'), '/*\n  X-Content-Type-Options: nosniff\n');
  return site;
};

/** What `npm run serve` runs: the server, with V8's options from package.json. */
const serverArguments = [
  ...(manifest.scripts.serve.match(/--\S+/g) ?? []),
  resolve('hosting/machine/main.ts'),
];

/**
 * Starts `npm run serve` without npm on a free port and waits until it listens.
 * @param environment variables beside PORT and RATE_LIMIT, which are set for tests; paths in them
 *   are absolute
 * @param fileSizeLimit the longest file it can write, in blocks of 512 bytes: a disk that is full
 */
export const startServerProcess = async (
  environment: Record<string, string>,
  fileSizeLimit: number | null = null,
): Promise<ServerProcess> => {
  const [program, args] =
    fileSizeLimit === null
      ? [process.execPath, serverArguments]
      : [
          'sh',
          [
            '-c',
            `ulimit -f ${fileSizeLimit}; exec "$@"`,
            'sh',
            process.execPath,
            ...serverArguments,
          ],
        ];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Away from the developer's own .env, which may hold a mail server.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT: '0', ...environment },
  });
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk;
      const address = /The site\s+(http:\/\/\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    void ended.then((code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
  return { url, child, ended, said: () => said };
};
