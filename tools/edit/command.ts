import { once } from 'node:events';
import { dev } from 'astro';
import { freePort } from '../free-port.ts';
import { CommandError, UsageError } from '../options.ts';
import { createCommand, subcommand, text } from '../subcommands.ts';
import { serveEditor } from './server.ts';

const edit = subcommand({
  help: '',
  options: { port: text('N', 'where the editor listens, 1 to 65535; else 4322') },
  run: async ({ port = '4322' }, _, { terminal }) => {
    if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
      throw new UsageError(`--port must be 1 to 65535, but is "${port}"`);
    }
    const site = { HOST: '127.0.0.1', PORT: String(await freePort()), NODE_ENV: 'development' };
    await serveEditor(Number(port), `http://${site.HOST}:${site.PORT}`).catch((cause: Error) => {
      throw new CommandError(`${cause.message}. Choose another: npm run edit -- --port 4330`);
    });
    Object.assign(process.env, site);
    const address = `http://127.0.0.1:${port}/`;
    await dev({ logLevel: 'error', server: { open: terminal.columns !== null && address } });
    await terminal.write(`The editor is at ${address}. Ctrl-C stops it.\n`);
    await once(process, 'SIGINT');
    process.exit();
  },
});

/** `npm run edit`. */
export const runEdit = createCommand({ name: 'edit', subcommands: { '': edit } });
