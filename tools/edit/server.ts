import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { ContentError } from '#model/freeze.ts';
import { pictureFolder } from '#model/pictures.ts';
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

/**
 * Creates the editor's server. It answers browsers on this machine alone: a page of another site cannot
 * write the owner's files, nor can a name that leads to this machine (DNS rebinding).
 * @param root folder of the project
 * @param site address of the site, which is shown beside the form
 * @param script of the editor
 */
export const createEditor = (root: string, port: number, site: string, script: string): Hono => {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const app = new Hono();
  app.use(
    secureHeaders({
      strictTransportSecurity: false,
      xFrameOptions: 'DENY',
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", site],
        fontSrc: [site],
        imgSrc: ["'self'", 'blob:', 'data:'],
        frameSrc: [site],
        frameAncestors: ["'none'"],
      },
    }),
  );
  app.use(async (context, next) => {
    const { method } = context.req;
    const origin = context.req.header('origin') ?? (method === 'PUT' ? '' : `http://${hosts[0]}`);
    const isOwn = hosts.includes(context.req.header('host') ?? '');
    if (isOwn && hosts.some((host) => origin === `http://${host}`)) return next();
    return context.text('Open the editor at the address that npm run edit prints.', 403);
  });
  app.onError((cause, context) => {
    const mistakes =
      cause instanceof ContentError ? cause.mistakes : [{ message: String(cause), field: '' }];
    return context.json({ mistakes }, 422);
  });
  app.get('/', (context) => context.html(page(site)));
  app.get('/editor.js', (context) => {
    context.header('Content-Type', 'text/javascript');
    return context.body(script);
  });
  app.get('/editor.css', (context) => {
    context.header('Content-Type', 'text/css');
    return context.body(readFileSync(new URL('editor.css', import.meta.url)));
  });
  app.get('/pictures/:name', (context) => {
    const file = join(root, pictureFolder, basename(context.req.param('name')));
    return existsSync(file) ? context.body(readFileSync(file)) : context.notFound();
  });
  app.get('/files', (context) => context.json(listFiles(root)));
  app.get('/file', (context) => context.json(openFile(root, context.req.query('name') ?? '')));
  app.put('/file', async (context) => {
    const form = await context.req.formData();
    const { file, digest, value } = JSON.parse(String(form.get('edit')));
    const pictures = form.getAll('picture').filter((picture) => picture instanceof File);
    return context.json(openFile(root, await saveFile(root, file, digest, value, pictures)));
  });
  return app;
};
