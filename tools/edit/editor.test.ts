import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isSample } from '../../tests/sample.ts';
import { listFiles, openFile, saveFile } from './files.ts';
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

test.skipIf(!isSample)(
  'what is saved without a change is as it was, whatever its line ends (behavior 8.4)',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'edit-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    cpSync('content', join(root, 'content'), { recursive: true });
    const files = Object.values(listFiles(root)).flat();
    for (const file of files.filter((each) => !each.endsWith('/.md'))) {
      for (const lineEnd of ['\n', '\r\n']) {
        const text = readFileSync(file, 'utf8').replaceAll('\n', lineEnd);
        writeFileSync(join(root, file), text);
        const { digest, value } = openFile(root, file);
        await saveFile(root, file, digest, value, []);
        expect([file, readFileSync(join(root, file), 'utf8')]).toEqual([file, text]);
      }
    }
  },
);
