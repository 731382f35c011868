import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { checkLegalTexts } from './legal.ts';
import { legalFile, legalPages } from './legal-pages.ts';

const root = mkdtempSync(join(tmpdir(), 'legal-'));
afterEach(() => rmSync(root, { recursive: true }));

/** A project whose legal texts are all the same. */
const projectWith = (services: string, body: string): URL => {
  mkdirSync(join(root, 'content'), { recursive: true });
  const text = `---\ntitle: Terms\nupdated: 2026-02-01\nsummary: What holds.\n${services}---\n\n${body}\n`;
  for (const page of legalPages) writeFileSync(join(root, legalFile(page)), text);
  return pathToFileURL(`${root}/`);
};

const lines = 'services:\n  booking: { own: Ours., tab: Theirs., popup: Theirs. }\n';

test('a legal text has lines for those services that it speaks of', async () => {
  await expect(checkLegalTexts(projectWith(lines, '{booking}'))).resolves.toBeUndefined();
});

test('a service without lines is named, and would else stand there in braces', async () => {
  await expect(checkLegalTexts(projectWith(lines, '{booking} {newsletter}'))).rejects.toThrow(
    /^content\/terms\.md: \{newsletter\} is not known; use .*, \{booking\}$/,
  );
});

test('a state without a line is named', async () => {
  const some = lines.replace(', popup: Theirs.', '');
  await expect(checkLegalTexts(projectWith(some, '{booking}'))).rejects.toThrow(
    /services\.booking\.popup/,
  );
});
