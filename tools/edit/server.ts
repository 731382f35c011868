import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { build, type InlineConfig, preview } from 'vite';
import { ContentError } from '#model/freeze.ts';
import { listFiles, openFile, saveFile } from './files.ts';

/**
 * Creates what opens and saves files. Pages of other sites cannot write the owner's files with it, nor
 * can pages at a name that leads to this machine (DNS rebinding).
 * @param root folder of the project
 */
export const createFileServer = (root: string, port: number): Hono => {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const app = new Hono();
  app.use(async ({ req, text }, next) => {
    const host = req.header('host') ?? '';
    const origin = req.header('origin') ?? (req.method === 'GET' ? `http://${host}` : '');
    if (hosts.includes(host) && origin === `http://${host}`) return next();
    return text('Open the editor at the address that npm run edit prints.', 403);
  });
  app.onError((cause, { json }) => {
    const unknown = [{ file: '', field: '', message: String(cause) }];
    const mistakes = cause instanceof ContentError ? cause.mistakes : unknown;
    return json({ files: listFiles(root), mistakes }, 422);
  });
  const answer = (file: string) => {
    const opened = openFile(root, file);
    return { files: listFiles(root), mistakes: opened.mistakes, opened };
  };
  app.get('/', ({ json, req }) => json(answer(req.query('name') ?? '')));
  app.put('/', async ({ json, req }) => {
    const form = await req.formData();
    const pictures = form.getAll('picture').filter((picture) => picture instanceof File);
    const edit = JSON.parse(String(form.get('edit')));
    await saveFile(root, edit, pictures);
    return json(answer(edit.file));
  });
  return app;
};

/**
 * Builds the editor and serves it.
 * @param site address of the site, which is shown beside the form
 * @param open whether in a browser, too
 */
export const serveEditor = async (port: number, site: string, open: boolean) => {
  const { fetch } = createFileServer('.', port);
  const files = getRequestListener(fetch, { overrideGlobalObjects: false });
  const config: InlineConfig = {
    configFile: false,
    root: 'tools/edit',
    logLevel: 'error',
    define: { 'import.meta.env.VITE_SITE': JSON.stringify(site) },
    build: { outDir: '../../node_modules/.vite/edit', emptyOutDir: true, target: 'esnext' },
    preview: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      open,
      headers: { 'X-Frame-Options': 'DENY' },
    },
    plugins: [
      {
        name: 'files',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use('/file', (request, response) => void files(request, response));
        },
      },
    ],
  };
  await build(config);
  return preview(config);
};
