import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashSource } from '#headers/policy.ts';
import { finishPages } from '#tools/finish-pages.ts';
import { hashInlineTexts } from './write-headers.ts';

test('a page in a folder of its own is made valid, and let in by the policy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  const page = join(folder, 'papers/page.html');
  mkdirSync(join(folder, 'papers'));
  writeFileSync(join(folder, 'index.html'), '<p>Home</p>');
  writeFileSync(page, '<style>p{}</style><script>1;</script><br/>');
  await finishPages(folder);
  expect(readFileSync(page, 'utf8')).toMatch(/<br>$/);
  expect(await hashInlineTexts(folder)).toEqual({
    scriptHashes: [hashSource('1;')],
    styleHashes: [hashSource('p{}')],
  });
  rmSync(folder, { recursive: true });
});
