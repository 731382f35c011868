import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { indexedPages, pageMetadata, shareImagePath } from './page-metadata.ts';

test('each page is shared with its own picture, or with that of the home page (behavior 1.2)', () => {
  for (const page of indexedPages) {
    const picture = existsSync(`public/share/${page}.png`) ? page : 'home';
    const { indexed } = pageMetadata(page, 'https://firm.se');
    expect(indexed?.image).toBe(`https://firm.se${shareImagePath(picture)}`);
  }
});
