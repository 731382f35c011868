import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { hashSource } from '#headers/policy.ts';
import { createStaticSite } from '#hosting/machine/static-site.ts';
import { copySite, makeFontless, makeSentence } from './baseline.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('makes sites that the server takes', async () => {
  const sentence = join(folder, 'sentence');
  await makeSentence(sentence);
  expect(() => createStaticSite(sentence)).not.toThrow();

  const foreign = join(folder, 'foreign');
  await makeSentence(foreign);
  rmSync(join(foreign, '_headers'));
  rmSync(join(foreign, '404.html'));
  writeFileSync(join(foreign, 'index.html'), '<!doctype html><title>By others</title>');
  const copy = join(folder, 'copy');
  await copySite(foreign, copy);
  expect(() => createStaticSite(copy)).not.toThrow();
});

it('takes the fonts out of a site, and its policy still allows its styles', async () => {
  const site = join(folder, 'site');
  await makeSentence(site);
  const fallback = '@font-face{font-family:B;src:local("Arial")}p{color:red}';
  const styles = `@font-face{font-family:A;src:url("/a.woff2")}${fallback}`;
  writeFileSync(join(site, 'index.html'), `<!doctype html><style>${styles}</style>`);
  writeFileSync(
    join(site, '_headers'),
    "/*\n  Content-Security-Policy: style-src 'x'; img-src 'y'\n",
  );
  const fontless = join(folder, 'fontless');
  await makeFontless(site, fontless);
  const read = (name: string): string => readFileSync(join(fontless, name), 'utf8');
  expect(read('index.html')).toBe(`<!doctype html><style>${fallback}</style>`);
  expect(read('_headers')).toContain(`style-src 'self' ${hashSource(fallback)}; img-src 'y'`);
});
