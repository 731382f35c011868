import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, isRunnableDevEnvironment } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { pictureFolder } from '#model/pictures.ts';
import { copyProject } from '../../tests/project-copy.ts';
import { contentInDev } from './content-in-dev.ts';

test('changed content and new pictures are loaded at once, even after Astro has looked for styles (behavior 8.4)', async () => {
  const root = copyProject();
  const server = await createServer({
    ...{ root, configFile: false, logLevel: 'error', plugins: [contentInDev()] },
    // Vite would still write what it optimizes after the server has closed and the folder is gone.
    optimizeDeps: { noDiscovery: true },
    server: { host: '127.0.0.1', port: 0, watch: null },
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(root, { recursive: true });
  });
  await server.listen();
  const { ssr } = server.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no runner');
  const load = async (file: string) => {
    const [url = ''] = server.resolvedUrls?.local ?? [];
    await fetch(url, { headers: { accept: 'text/html' } });
    await ssr.fetchModule(file);
    return ssr.runner.import(file);
  };
  const titles = async () => JSON.stringify(await load('/.content/pages.ts'));
  const name = 'picture-of-this-test.jpg';
  const picture = async () => (await load('/src/components/pictures.ts')).pictureAt(name);
  expect(await titles()).not.toContain('Page of this test');
  await expect(picture()).rejects.toThrow(`${name} does not exist`);
  const page = '---\ntitle: Page of this test\ndescription: Short\n---\n\nText.\n';
  writeFileSync(join(root, 'content/pages/page-of-this-test.md'), page);
  mkdirSync(join(root, pictureFolder), { recursive: true });
  writeFileSync(join(root, pictureFolder, name), 'a picture');
  expect(await titles()).toContain('Page of this test');
  await expect(picture()).resolves.toContain(name);
});
