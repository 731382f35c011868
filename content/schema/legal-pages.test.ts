import { afterEach, expect, test, vi } from 'vitest';
import { site } from '../site.ts';
import { siteSchema } from './schema.ts';

afterEach(() => {
  vi.doUnmock('../site.ts');
  vi.resetModules();
});

test.each([
  ['has a page', site.pages.accessibility ?? { title: 'Accessibility', description: 'What is.' }],
  ['leaves no trace', undefined],
])('a statement on accessibility %s', async (_, accessibility) => {
  const { accessibility: _own, ...others } = site.pages;
  const owners = { ...site, pages: accessibility ? { ...others, accessibility } : others };
  expect(siteSchema.safeParse(owners).success).toBe(true);
  vi.resetModules();
  vi.doMock('../site.ts', () => ({ site: owners }));
  const { legalPages } = await import('./legal-pages.ts');
  const { indexedPages, pageWords } = await import('#src/metadata/page-metadata.ts');
  const { llmsText } = await import('#src/metadata/llms-txt.ts');
  const expected = ['terms', 'privacy', ...(accessibility ? ['accessibility'] : [])];
  expect(legalPages).toEqual(expected);
  expect(indexedPages).toEqual(['home', ...expected]);
  expect(llmsText('https://firm.com').includes('/accessibility')).toBe(accessibility !== undefined);
  if (accessibility) expect(pageWords('accessibility')).toEqual(accessibility);
  else {
    expect(() => pageWords('accessibility')).toThrow('content/site.ts has no pages.accessibility');
  }
});
