import { getRequestListener } from '@hono/node-server';
import type { Plugin } from 'vite';
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

/** Adds `/file` to Vite's server, which refuses names that lead to this machine (DNS rebinding). */
export const filesInPreview: Plugin = {
  name: 'files',
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use('/file', getRequestListener(answer, { overrideGlobalObjects: false }));
  },
};
