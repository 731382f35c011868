import { afterEach, beforeEach, expect, test } from 'vitest';
import { identity } from '#content/identity.ts';
import { readMarkdown } from './markdown.ts';
import { outlineOf } from './outline.ts';
import { resume } from './resume.ts';

// A mocked module would stay mocked for the files that are tested after this one.
const { person } = identity;
beforeEach(() => Object.assign(identity, { person: 'Robin "Ro\\b" Marsh' }));
afterEach(() => Object.assign(identity, { person }));

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
