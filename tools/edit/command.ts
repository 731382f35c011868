import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { CommandError, UsageError } from '../options.ts';
import { createCommand, subcommand, text } from '../subcommands.ts';
import { serveEditor } from './server.ts';

const edit = subcommand({
  help: '',
  options: { port: text('N', 'where the editor listens, 1 to 65535; else 4322') },
  run: async (values, _, { terminal }) => {
    const port = Number(values.port ?? 4322);
    if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
      throw new UsageError(`--port must be 1 to 65535, but is "${values.port}"`);
    }
    const sitePort = await freePort();
    const site = `http://127.0.0.1:${sitePort}`;
    const dev = spawn(process.execPath, ['tools/dev.ts'], {
      env: { ...process.env, PORT: String(sitePort), HOST: '127.0.0.1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(dev, 'exit');
    const stop = () => dev.kill();
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const isRunning = () => dev.exitCode === null && !dev.killed;
    while (isRunning() && !(await fetch(site).catch(() => false))) await setTimeout(100);
    if (isRunning()) {
      const editor = await serveEditor(port, site, terminal.columns !== null).catch((cause) => {
        stop();
        if (!/is already in use/.test(String(cause))) throw cause;
        const other = 'Choose another: npm run edit -- --port 4330';
        throw new CommandError(`Port ${port} is in use. ${other}`);
      });
      await terminal.write(`The editor is at http://127.0.0.1:${port}/. Ctrl-C stops it.\n`);
      await ended;
      await editor.close();
    }
    if (!dev.killed) throw new CommandError('The site has ended, and the editor with it.');
  },
});

/** `npm run edit`. */
export const runEdit = createCommand({ name: 'edit', subcommands: { '': edit } });
