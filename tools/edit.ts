import { once } from 'node:events';
import { getRequestListener } from '@hono/node-server';
import { dev } from 'astro';
import { build, type InlineConfig, type Plugin, preview } from 'vite';
import { findFindings, openFile, removeFile, saveFile } from './edit/files.ts';
import { freePort } from './free-port.ts';
import { CommandError, UsageError } from './options.ts';
import { createCommand, subcommand, text } from './subcommands.ts';
import { runAtTerminal } from './terminal.ts';

/** Opens and saves files, and asks the doctor. Pages of other sites cannot write the owner's files. */
const answer = async (request: Request): Promise<Response> => {
  const { origin, searchParams } = new URL(request.url);
  const { name: file = '', field } = Object.fromEntries(searchParams);
  const from = request.headers.get('origin') ?? (request.method === 'GET' ? origin : null);
  if (from !== origin) return new Response(null, { status: 403 });
  if (request.method === 'GET') return Response.json(openFile('.', file));
  if (request.method === 'DELETE') await removeFile(file);
  if (request.method !== 'PUT') {
    const isConfirmed = request.method === 'POST' && file;
    return Response.json(await findFindings(isConfirmed ? { confirmed: file, field } : {}));
  }
  const form = await request.formData();
  const pictures = form.getAll('picture').filter((picture) => picture instanceof File);
  const edit = JSON.parse(String(form.get('edit')));
  const mistakes = await saveFile('.', file, edit, pictures).catch((cause) => {
    return [{ file, field: file, message: String(cause) }];
  });
  return Response.json({ ...openFile('.', file), mistakes });
};

/** Vite's server refuses names that lead to this machine (DNS rebinding). */
const files: Plugin = {
  name: 'files',
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use('/file', getRequestListener(answer, { overrideGlobalObjects: false }));
  },
};

const edit = subcommand({
  help: '',
  options: { port: text('N', 'where the editor listens, 1 to 65535; the default is 4322') },
  run: async (values, _, { terminal }) => {
    const port = Number(values.port ?? 4322);
    if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
      throw new UsageError(`--port must be 1 to 65535, but is "${values.port}"`);
    }
    const host = '127.0.0.1';
    const site = { HOST: host, PORT: String(await freePort()), NODE_ENV: 'development' };
    const config: InlineConfig = {
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
      plugins: [files],
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

await runAtTerminal(createCommand({ name: 'edit', subcommands: { '': edit } }));
