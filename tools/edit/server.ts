import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { ContentError } from '#model/freeze.ts';
import { listFiles, openFile, saveFile } from './files.ts';

const page = (site: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Editor</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${site}/embedded-fonts.css">
<link rel="stylesheet" href="${site}/embedded.css">
<link rel="stylesheet" href="/editor.css">
<div id="editor" data-site="${site}"></div>
<script type="module" src="/editor.js"></script>
</html>`;

const styles = readFileSync(new URL('editor.css', import.meta.url), 'utf8');

/**
 * Creates the editor's server. No page of another site can write the owner's files with it, nor one at
 * a name that leads to this machine (DNS rebinding).
 * @param root folder of the project
 * @param site address of the site, which is shown beside the form
 * @param script of the editor
 */
export const createEditor = (root: string, port: number, site: string, script: string): Hono => {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const app = new Hono();
  app.use(secureHeaders());
  app.use(async ({ req, text }, next) => {
    const host = req.header('host') ?? '';
    const origin = req.header('origin') ?? (req.method === 'GET' ? `http://${host}` : '');
    if (hosts.includes(host) && origin === `http://${host}`) return next();
    return text('Open the editor at the address that npm run edit prints.', 403);
  });
  app.onError((cause, { json }) => {
    const unknown = [{ file: '', field: '', message: String(cause) }];
    return json({ mistakes: cause instanceof ContentError ? cause.mistakes : unknown }, 422);
  });
  app.get('/', ({ html }) => html(page(site)));
  app.get('/editor.js', ({ body }) => body(script, 200, { 'Content-Type': 'text/javascript' }));
  app.get('/editor.css', ({ body }) => body(styles, 200, { 'Content-Type': 'text/css' }));
  app.get('/files', ({ json }) => json(listFiles(root)));
  app.get('/file', ({ json, req }) => json(openFile(root, req.query('name') ?? '')));
  app.put('/file', async ({ json, req }) => {
    const form = await req.formData();
    const pictures = form.getAll('picture').filter((picture) => picture instanceof File);
    const { file, digest, value } = JSON.parse(String(form.get('edit')));
    return json(openFile(root, await saveFile(root, file, digest, value, pictures)));
  });
  return app;
};
