import { getRequestListener } from '@hono/node-server';
import { build, type InlineConfig, type Plugin, preview } from 'vite';
import { openFile, saveFile } from './files.ts';

/** Opens and saves files. Pages of other sites cannot write the owner's files. */
const answer = async (request: Request): Promise<Response> => {
  const { origin, searchParams } = new URL(request.url);
  const file = searchParams.get('name') ?? '';
  const from = request.headers.get('origin') ?? (request.method === 'GET' ? origin : null);
  if (from !== origin) return new Response(null, { status: 403 });
  if (request.method === 'GET') return Response.json(openFile('.', file));
  const form = await request.formData();
  const pictures = form.getAll('picture').filter((picture) => picture instanceof File);
  const edit = JSON.parse(String(form.get('edit')));
  const mistakes = await saveFile('.', file, edit, pictures).catch((cause) => {
    return [{ file, field: file, message: String(cause) }];
  });
  return Response.json({ ...openFile('.', file), mistakes });
};

const files: Plugin = {
  name: 'files',
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use('/file', getRequestListener(answer, { overrideGlobalObjects: false }));
  },
};

/**
 * Builds the editor and serves it. Vite refuses names that lead to this machine (DNS rebinding).
 * @param site address of the site, which is shown beside the form
 */
export const serveEditor = async (port: number, site: string): Promise<void> => {
  const headers = { 'X-Frame-Options': 'DENY' };
  const config: InlineConfig = {
    configFile: false,
    root: 'tools/edit',
    logLevel: 'error',
    define: { 'import.meta.env.VITE_SITE': JSON.stringify(site) },
    build: { outDir: '../../node_modules/.vite/edit', emptyOutDir: true, target: 'esnext' },
    preview: { host: '127.0.0.1', port, strictPort: true, cors: false, headers },
    plugins: [files],
  };
  await build(config);
  await preview(config);
};
