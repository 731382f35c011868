import { expect, test, vi } from 'vitest';
import { identity } from '#content/identity.ts';
import { readMarkdown } from './markdown.ts';
import { outlineOf } from './outline.ts';
import { resume } from './resume.ts';

vi.mock('#content/identity.ts', async (load) => {
  const { identity } = await load<typeof import('#content/identity.ts')>();
  return { identity: { ...identity, person: 'Robin "Ro\\b" Marsh' } };
});

test('a name with a quote and a backslash stays within its string in the style sheet', () => {
  const { source } = readMarkdown(
    '---\ntitle: Résumé\nedition: 2026-11-01\n---\nText',
    'content/resume.md',
    {},
  );
  const { outline } = outlineOf(source, [], []);
  const { title, styles } = resume.body(source, outline, new Map());
  expect(title).toBe(`${identity.person}: Résumé`);
  expect(styles).toContain(String.raw`content: "Robin \"Ro\\b\" Marsh: Résumé" }`);
});
