import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { build, type Rolldown } from 'vite';
import { freePort } from '../free-port.ts';
import { parseOptions, UsageError } from '../options.ts';
import type { Command } from '../terminal.ts';
import { createEditor } from './server.ts';

const usage = `npm run edit                the site with an editor beside it, in your browser
npm run edit -- --port N    where the editor listens; else 4322

Only this machine can open it. Saving checks the whole content, and writes the
file in content/; comments stay. Ctrl-C stops it.`;

const bundle = async (): Promise<string> => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    // Whatever NODE_ENV is.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    build: { write: false, rolldownOptions: { input: 'tools/edit/editor.tsx' } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
};

const openBrowser = (address: string): void => {
  const [program, ...args] =
    process.platform === 'win32'
      ? ['cmd', '/c', 'start', '']
      : [process.platform === 'darwin' ? 'open' : 'xdg-open'];
  // Without such a program, the printed address is all there is.
  spawn(program ?? '', [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
};

/** `npm run edit`. */
export const runEdit: Command = async (args, environment, terminal) => {
  let port = 4322;
  try {
    const options = { port: { type: 'string' }, help: { type: 'boolean' } } as const;
    const help = 'npm run edit -- --help names all options';
    const { values } = parseOptions({ args: [...args], options }, environment, help);
    if (values.help) {
      await terminal.write(`${usage}\n`);
      return 0;
    }
    port = Number(values.port ?? port);
    if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
      throw new UsageError(`--port must be 1 to 65535, but is "${values.port}"`);
    }
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    terminal.writeError(cause.message);
    return 2;
  }
  const sitePort = await freePort();
  const site = `http://127.0.0.1:${sitePort}`;
  const dev = spawn(process.execPath, ['tools/dev.ts'], {
    env: { ...process.env, PORT: String(sitePort), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let hasEnded = false;
  const ended = once(dev, 'exit').then(() => {
    hasEnded = true;
  });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    dev.kill();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const server = createServer();
  try {
    const editor = createEditor('.', port, site, await bundle());
    server.on('request', getRequestListener(editor.fetch, { overrideGlobalObjects: false }));
    await once(server.listen(port, '127.0.0.1'), 'listening');
    const isUp = () => fetch(site).catch(() => false);
    while (!hasEnded && !(await isUp())) await setTimeout(100);
    const address = `http://127.0.0.1:${port}/`;
    if (!hasEnded) await terminal.write(`The editor is at ${address}. Ctrl-C stops it.\n`);
    if (!hasEnded && terminal.columns !== null) openBrowser(address);
    await ended;
    return isStopped ? 0 : 1;
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    if (!isTaken) throw cause;
    terminal.writeError(`Port ${port} is in use. Choose another: npm run edit -- --port 4330`);
    return 1;
  } finally {
    dev.kill();
    server.close();
    server.closeAllConnections();
  }
};
