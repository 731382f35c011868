import { once } from 'node:events';
import { getRequestListener } from '@hono/node-server';
import { dev } from 'astro';
import { build, type InlineConfig, type Plugin, preview } from 'vite';
import { findFindings, openFile, removeFile, saveFile } from './edit/files.ts';
import { freePort } from './free-port.ts';
import { createCommand, subcommand } from './subcommands.ts';
import { runAtTerminal } from './terminal.ts';

/** Opens, saves and removes files, and runs the doctor. Refuses requests from other sites. */
const answer = async (request: Request): Promise<Response> => {
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.headers.get('origin') !== origin) return new Response(null, { status: 403 });
  const file = searchParams.get('name') ?? '';
  if (pathname === '/open') return Response.json(openFile(file));
  if (pathname === '/save') {
    const form = await request.formData();
    const pictures = form.getAll('picture').filter((picture) => picture instanceof File);
    const edit = JSON.parse(String(form.get('edit')));
    const mistakes = await saveFile(file, edit, pictures).catch(({ message }: Error) => [
      { file, field: file, message },
    ]);
    return Response.json({ ...openFile(file), mistakes });
  }
  if (pathname === '/remove') removeFile(file);
  return Response.json(await findFindings(pathname === '/confirm' ? file : undefined));
};

/** Vite's server refuses names that lead to this machine (DNS rebinding). */
const files: Plugin = {
  name: 'files',
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use('/file', getRequestListener(answer, { overrideGlobalObjects: false }));
  },
};

const edit = subcommand({
  run: async (_values, _, { terminal }) => {
    const host = '127.0.0.1';
    const site = { HOST: host, PORT: String(await freePort()), NODE_ENV: 'development' };
    const config: InlineConfig = {
      root: 'tools/edit',
      logLevel: 'error',
      define: { 'import.meta.env.VITE_SITE': JSON.stringify(`http://${host}:${site.PORT}`) },
      build: { outDir: '../../node_modules/.vite/edit', emptyOutDir: true, target: 'esnext' },
      // If the port is in use, Vite takes the next free one.
      preview: { host, port: 4322, cors: false, headers: { 'X-Frame-Options': 'DENY' } },
      plugins: [files],
    };
    await build(config);
    const [address = ''] = (await preview(config)).resolvedUrls?.local ?? [];
    // The build has set NODE_ENV to production.
    Object.assign(process.env, site);
    await dev({ logLevel: 'error', server: { open: terminal.columns !== null && address } });
    await terminal.write(`The editor is at ${address}. Ctrl-C stops it.\n`);
    await once(process, 'SIGINT');
    process.exit();
  },
});

await runAtTerminal(createCommand({ name: 'edit', subcommands: { '': edit } }));
