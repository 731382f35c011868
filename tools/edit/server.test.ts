import { expect, test } from 'vitest';
import { createEditor } from './server.ts';

const editor = createEditor('.', 4322, 'http://127.0.0.1:4321', 'script');
const ask = (method: string, headers: Record<string, string>) =>
  editor.request('/file?name=content/hero.yaml', { method, headers });

test('only the editor’s own page reads and writes (behavior 8.4)', async () => {
  const host = '127.0.0.1:4322';
  expect((await ask('GET', { host })).status).toBe(200);
  for (const [method, headers] of [
    ['GET', { host: 'evil.example:4322' }],
    ['GET', { host: '127.0.0.1:4321' }],
    ['GET', { host, origin: 'https://evil.example' }],
    ['PUT', { host }],
    ['PUT', { host, origin: 'null' }],
    ['PUT', { host, origin: 'http://127.0.0.1:4321' }],
    ['PUT', { host: 'evil.example:4322', origin: 'http://evil.example:4322' }],
  ] as const) {
    expect([method, headers, (await ask(method, headers)).status]).toEqual([method, headers, 403]);
  }
});

test('only the files of the content are opened', async () => {
  for (const file of ['content/../package.json', 'content/resume.md', '.env', '']) {
    const path = `/file?name=${encodeURIComponent(file)}`;
    const { status } = await editor.request(path, { headers: { host: 'localhost:4322' } });
    expect([file, status]).toEqual([file, 422]);
  }
});
