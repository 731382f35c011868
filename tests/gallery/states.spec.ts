import { readdirSync, writeFileSync } from 'node:fs';
import { visits } from '../accessibility/states.ts';
import { test } from '../fixtures.ts';

// `npm run states`: pictures of every state, on a phone and a desk, light and dark.

const folder = 'test-results/states';

test.afterAll(() => {
  const pictures = readdirSync(folder).filter((file) => file.endsWith('.png'));
  const states = Map.groupBy(pictures, (file) => file.replace(/-\d+-\w+\.png$/, ''));
  const rows = [...states].map(([name, files]) => {
    const images = files.map((file) => `<img loading="lazy" alt="" src="${file}">`);
    return `<h2>${name}</h2>\n<p>${images.join('')}</p>`;
  });
  const style =
    'p { display: flex; gap: 1rem; align-items: start } img { max-width: 40%; border: 1px solid }';
  writeFileSync(
    `${folder}/index.html`,
    `<!doctype html><meta charset="utf-8"><title>States</title><style>${style}</style>\n${rows.join('\n')}`,
  );
});

for (const [title, visit] of Object.entries(visits)) {
  test(title, async ({ page, context, allowConsole, site }) => {
    for await (const state of visit({ page, context, allowConsole, site })) {
      const { name, part, maxWidth = Number.POSITIVE_INFINITY } = state;
      for (const width of [390, 1280].filter((each) => each <= maxWidth)) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          if (part) await page.locator(part).first().scrollIntoViewIfNeeded();
          const file = `${title}, ${name}`.replaceAll(/\W+/g, '-');
          const path = `${folder}/${file}-${width}-${colorScheme}.png`;
          await page.screenshot({ path, fullPage: !part });
        }
      }
    }
  });
}
