import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isSample } from '../../tests/sample.ts';
import { readYamlFile } from '../setup/yaml-file.ts';
import { openFile, saveFile } from './files.ts';
import { answerFor } from './server.ts';

const ask = (name: string, method: string, headers: Record<string, string> = {}) =>
  answerFor('.')(
    new Request(`http://127.0.0.1:4322/file?name=${encodeURIComponent(name)}`, { method, headers }),
  );

test('only the editor’s own page reads and writes (behavior 8.4)', async () => {
  for (const [method, headers, status] of [
    ['GET', {}, 200],
    ['GET', { origin: 'https://evil.example' }, 403],
    ['PUT', {}, 403],
    ['PUT', { origin: 'null' }, 403],
    ['PUT', { origin: 'http://127.0.0.1:4321' }, 403],
  ] as const) {
    const response = await ask('content/hero.yaml', method, headers);
    expect([method, headers, response.status]).toEqual([method, headers, status]);
  }
});

test('only the files of the content are opened', () => {
  for (const file of ['content/../package.json', 'content/pages/../hero.md', '.env', '']) {
    expect([file, openFile('.', file).opened]).toEqual([file, undefined]);
  }
});

test.skipIf(!isSample)(
  'what is saved without a change is as it was, whatever its line ends (behavior 8.4)',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'edit-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    cpSync('content', join(root, 'content'), { recursive: true });
    const texts = [
      String,
      (text: string) => text.replaceAll('\n', '\r\n'),
      (text: string) => `\uFEFF${text}`,
    ];
    for (const file of openFile(root, '').files) {
      const text = readFileSync(file, 'utf8');
      for (const change of texts) {
        writeFileSync(join(root, file), change(text));
        const { opened = expect.fail() } = openFile(root, file);
        const yaml = readYamlFile(opened.yaml ?? '').write();
        expect(await saveFile(root, file, { ...opened, yaml }, [])).toEqual([]);
        const written = readFileSync(join(root, file), 'utf8');
        expect([file, written]).toEqual([file, change(text).replace('\uFEFF', '')]);
      }
    }
  },
  180_000,
);
