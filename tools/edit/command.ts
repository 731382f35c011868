import { once } from 'node:events';
import { dev } from 'astro';
import { build, type InlineConfig, preview } from 'vite';
import { freePort } from '../free-port.ts';
import { CommandError, UsageError } from '../options.ts';
import { createCommand, subcommand, text } from '../subcommands.ts';
import { filesInPreview } from './server.ts';

const edit = subcommand({
  help: '',
  options: { port: text('N', 'where the editor listens, 1 to 65535; else 4322') },
  run: async (values, _, { terminal }) => {
    const port = Number(values.port ?? 4322);
    if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
      throw new UsageError(`--port must be 1 to 65535, but is "${values.port}"`);
    }
    const host = '127.0.0.1';
    const site = { HOST: host, PORT: String(await freePort()), NODE_ENV: 'development' };
    const config: InlineConfig = {
      configFile: false,
      root: 'tools/edit',
      logLevel: 'error',
      define: { 'import.meta.env.VITE_SITE': JSON.stringify(`http://${host}:${site.PORT}`) },
      build: { outDir: '../../node_modules/.vite/edit', emptyOutDir: true, target: 'esnext' },
      preview: {
        host,
        port,
        strictPort: true,
        cors: false,
        headers: { 'X-Frame-Options': 'DENY' },
      },
      plugins: [filesInPreview],
    };
    await build(config);
    await preview(config).catch(({ message }: Error) => {
      throw new CommandError(`${message}. Choose another: npm run edit -- --port 4330`);
    });
    // The build has set NODE_ENV to production.
    Object.assign(process.env, site);
    const address = `http://${host}:${port}/`;
    await dev({ logLevel: 'error', server: { open: terminal.columns !== null && address } });
    await terminal.write(`The editor is at ${address}. Ctrl-C stops it.\n`);
    await once(process, 'SIGINT');
    process.exit();
  },
});

/** `npm run edit`. */
export const runEdit = createCommand({ name: 'edit', subcommands: { '': edit } });
