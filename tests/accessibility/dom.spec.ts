import { type Page, test } from '../fixtures.ts';
import { expectValid } from '../html-checkers.ts';
import { states } from './states.ts';

const domOf = (page: Page): Promise<string> =>
  page.evaluate(() => `<!doctype html>${document.documentElement.outerHTML}`);

for (const { name, reach } of states) {
  test(`the DOM is valid: ${name}`, async ({ page, context, allowConsole, site }) => {
    await reach({ page, context, allowConsole, site });
    await expectValid(await domOf(page));
  });
}
