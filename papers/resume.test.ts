import { expect, test } from 'vitest';
import { identity } from '../content/identity.ts';
import { cssString } from './html.ts';
import { readMarkdown } from './markdown.ts';
import { outlineOf } from './outline.ts';
import { resume } from './resume.ts';

test('the name stays within its string in the style sheet, with a quote and a backslash too', () => {
  const { source } = readMarkdown(
    '---\ntitle: Résumé\nedition: 2026-11-01\n---\nText',
    'content/resume.md',
    {},
  );
  const { outline } = outlineOf(source, [], []);
  const { title, styles } = resume.body(source, outline, new Map());
  expect(title).toBe(`${identity.person}: Résumé`);
  expect(styles).toContain(`content: ${cssString(title)} }`);
  expect(cssString('Robin "Ro\\b" Marsh')).toBe(String.raw`"Robin \"Ro\\b\" Marsh"`);
});
