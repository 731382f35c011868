import { mkdirSync, writeFileSync } from 'node:fs';
import { states } from '../accessibility/states.ts';
import { test } from '../fixtures.ts';

// `npm run states`: pictures of every state.

const folder = 'test-results/states';
const views = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);
const pictureOf = (name: string, { width, colorScheme }: (typeof views)[number]): string =>
  `${name.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}.png`;
const fits = ({ maxWidth = Number.POSITIVE_INFINITY }, { width }: { width: number }): boolean =>
  width <= maxWidth;

test.beforeAll(() => {
  const rows = states.map((state) => {
    const pictures = views
      .filter((view) => fits(state, view))
      .map((view) => `<img loading="lazy" alt="" src="${pictureOf(state.name, view)}">`);
    return `<h2>${state.name}</h2>\n<p>${pictures.join('')}</p>`;
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/index.html`,
    `<!doctype html><meta charset="utf-8"><title>States</title><style>p { display: flex; gap: 1rem; align-items: start } img { max-width: 40%; border: 1px solid }</style>\n${rows.join('\n')}`,
  );
});

for (const state of states) {
  test(state.name, async ({ page, context, allowConsole, site }) => {
    await state.reach({ page, context, allowConsole, site });
    for (const view of views.filter((each) => fits(state, each))) {
      await page.setViewportSize({ width: view.width, height: 900 });
      await page.emulateMedia({ colorScheme: view.colorScheme });
      if (state.part) await page.locator(state.part).first().scrollIntoViewIfNeeded();
      await page.screenshot({
        path: `${folder}/${pictureOf(state.name, view)}`,
        fullPage: !state.part,
      });
    }
  });
}
