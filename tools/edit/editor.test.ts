import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isSample } from '../../tests/sample.ts';
import { readYamlFile } from '../setup/yaml-file.ts';
import { listFiles, openFile, saveFile } from './files.ts';
import { createFileServer } from './server.ts';

const editor = createFileServer('.', 4322);
const ask = (method: string, headers: Record<string, string>) =>
  editor.request('/?name=content/hero.yaml', { method, headers });

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
    const path = `/?name=${encodeURIComponent(file)}`;
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
    for (const file of listFiles(root)) {
      for (const change of [
        String,
        (text: string) => `\uFEFF${text}`,
        (text: string) => text.replaceAll('\n', '\r\n'),
      ]) {
        const text = readFileSync(file, 'utf8');
        writeFileSync(join(root, file), change(text));
        const opened = openFile(root, file);
        await saveFile(
          root,
          { ...opened, yaml: opened.yaml && readYamlFile(opened.yaml).write() },
          [],
        );
        expect([file, readFileSync(join(root, file), 'utf8')]).toEqual([
          file,
          change(text).replace('\uFEFF', ''),
        ]);
      }
    }
  },
);
