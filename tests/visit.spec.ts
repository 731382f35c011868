import { variants } from '../tools/variants.ts';
import { test } from './fixtures.ts';
import { notFoundOnConsole, visit } from './visit.ts';

// The same behind nginx and Caddy: hosts/hosting.spec.ts.

for (const [how, javaScriptEnabled] of [
  ['with', true],
  ['without', false],
] as const) {
  test.describe(`a visit ${how} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('goes from page to page to the inbox, and no answer says a thing twice', async ({
      page,
      site,
      expectConsole,
    }) => {
      expectConsole(notFoundOnConsole);
      const { folder } = variants.embedded;
      await visit(page, { ...site, folder, hasScripts: javaScriptEnabled }, `${how}@host.example`);
    });
  });
}
