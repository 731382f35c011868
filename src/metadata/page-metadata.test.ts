import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pageMetadata } from './page-metadata.ts';

test('a page is shared with its own picture, or without one with that of the home page (behavior 1.2)', () => {
  const [project, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'share-'))];
  onTestFinished(() => {
    process.chdir(project);
    rmSync(folder, { recursive: true });
  });
  process.chdir(folder);
  mkdirSync('public/share', { recursive: true });
  writeFileSync('public/share/terms.png', '');
  const imageOf = (page: string) => pageMetadata(page, 'https://firm.se').indexed?.image;
  expect(imageOf('terms')).toBe('https://firm.se/share/terms.png');
  expect(imageOf('privacy')).toBe('https://firm.se/share/home.png');
});
