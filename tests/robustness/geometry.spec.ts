import { legalPaths } from '#content/schema/legal-pages.ts';
import { findCutChoices } from '../cut-choices.ts';
import { expect, open, type Page, scheduleIn, test } from '../fixtures.ts';

const widths = [320, 390, 768, 1280, 1920];
const paths = ['/', ...legalPaths, '/received', '/nowhere', '/book', '/newsletter'];

const openEverything = async (page: Page, path: string): Promise<void> => {
  await open(page, path);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) {
      // Only one of the same name can be open.
      details.removeAttribute('name');
      details.open = true;
    }
  });
};

/** Text outside the window or cut off, by its first words. */
const findCutText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim()) continue;
      if (parent.closest('[aria-hidden="true"], svg')) continue;
      if (getComputedStyle(parent).clipPath === 'inset(50%)') continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(node);
      for (const { left, right, top, bottom, width } of range.getClientRects()) {
        if (width === 0) continue;
        if (left < -0.5 || right > document.documentElement.clientWidth + 0.5) {
          found.push(`outside: ${node.textContent.trim().slice(0, 40)}`);
        }
        for (let box = parent; box !== document.body; box = box.parentElement ?? document.body) {
          const { overflowX, overflowY, position } = getComputedStyle(box);
          const edge = box.getBoundingClientRect();
          // The skip link.
          if (position === 'fixed' && edge.bottom <= 0) break;
          const isCut =
            (overflowX !== 'visible' && (left < edge.left - 1 || right > edge.right + 1)) ||
            (overflowY !== 'visible' && (top < edge.top - 1 || bottom > edge.bottom + 1));
          if (isCut) found.push(`cut: ${node.textContent.trim().slice(0, 40)}`);
        }
      }
    }
    return [...new Set(found)];
  });

/** Headlines whose last line is one short word. */
const findWidows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    for (const heading of document.querySelectorAll('h1, h2, h3, h4, blockquote p')) {
      if (!heading.checkVisibility()) continue;
      const lines = new Map<number, { words: number; width: number }>();
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const word of (node.textContent ?? '').matchAll(/\S+/g)) {
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const { bottom, width } = range.getBoundingClientRect();
          const line = lines.get(Math.round(bottom)) ?? { words: 0, width: 0 };
          lines.set(Math.round(bottom), { words: line.words + 1, width: line.width + width });
        }
      }
      const all = [...lines.values()];
      const last = all.at(-1);
      const longest = Math.max(...all.map(({ width }) => width));
      if (last && all.length > 1 && last.words === 1 && last.width < longest / 3) {
        found.push(heading.textContent ?? '');
      }
    }
    return found;
  });

/** Left edges of text that differ by less than 4 px. */
const findNearAlignments = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const blocks = 'h1, h2, h3, h4, p, dt, dd, label, time, li';
    for (const part of document.querySelectorAll('main section, main article, footer')) {
      const edges = new Map<number, string>();
      for (const block of part.querySelectorAll(blocks)) {
        if (!block.checkVisibility() || block.closest('figure, [aria-hidden="true"]')) continue;
        if (getComputedStyle(block).textAlign !== 'start' || !block.textContent?.trim()) continue;
        const left = Math.round(block.getBoundingClientRect().left * 10) / 10;
        if (!edges.has(left)) edges.set(left, block.textContent.trim().slice(0, 30));
      }
      const sorted = [...edges].sort(([a], [b]) => a - b);
      for (const [index, [left, text]] of sorted.entries()) {
        const [next, nextText] = sorted[index + 1] ?? [Number.POSITIVE_INFINITY, ''];
        const gap = next - left;
        if (gap > 0.5 && gap < 4) found.push(`${text} (${left}) and ${nextText} (${next})`);
      }
    }
    return found;
  });

const findTinyPictures = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('main img')]
      .filter((image) => image.getBoundingClientRect().width < 96)
      .map(({ src }) => src),
  );

const expectWellSet = async (page: Page, where: string): Promise<void> => {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${where}: pixels that the page is too wide`).toBeLessThanOrEqual(0);
  expect.soft(await findCutText(page), `${where}: text that is cut`).toEqual([]);
  expect.soft(await findCutChoices(page), `${where}: choices that are cut`).toEqual([]);
  expect.soft(await findTinyPictures(page), `${where}: tiny pictures`).toEqual([]);
  expect.soft(await findWidows(page), `${where}: widows`).toEqual([]);
};

for (const path of paths) {
  test(`${path} is well set at every width`, async ({ page, allowConsole }) => {
    allowConsole(/404/);
    await openEverything(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectWellSet(page, `${width} px`);
      expect.soft(await findNearAlignments(page), `${width} px: edges almost in line`).toEqual([]);
    }
  });

  test(`${path} keeps everything with text of twice the size`, async ({ page, allowConsole }) => {
    allowConsole(/404/);
    // The default is 16 px.
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await openEverything(page, path);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      '32px',
    );
    for (const width of [390, 640, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectWellSet(page, `${width} px`);
    }
  });
}

const titles = {
  'of 200 characters': 'Where the losses of a marketplace begin '.repeat(5).trim(),
  'of one word': '不正リスク評価と信頼性向上'.repeat(12),
  'of one long word of Latin letters': 'Betrugsbekämpfungsgesetz'.repeat(8),
  'from right to left': 'تقييم مخاطر الاحتيال والثقة والسلامة '.repeat(4).trim(),
};

for (const [name, title] of Object.entries(titles)) {
  test(`a title ${name} stays within the page`, async ({ page }) => {
    await openEverything(page, '/');
    await page.locator('main :is(h1, h2, h3, h4), main blockquote p').evaluateAll((all, text) => {
      for (const element of all) element.textContent = text;
    }, title);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, `${width} px: pixels that the page is too wide`).toBeLessThanOrEqual(0);
      expect.soft(await findCutText(page), `${width} px: text that is cut`).toEqual([]);
    }
  });
}

test('the first view on a phone says what this is, what it offers and what to do', async ({
  page,
}) => {
  const hero = page.locator('#hero');
  const parts = [hero.getByRole('heading', { level: 1 }), hero.locator('h1 + p'), scheduleIn(hero)];
  for (const [width, height, seen] of [
    [390, 844, [...parts, page.locator('#schedule-note')]],
    [320, 568, parts],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page);
    for (const part of seen) await expect(part).toBeInViewport({ ratio: 1 });
  }
});

/** Left edges of what is set on the page's columns, in px from the first, and the columns' own. */
const findEdges = (page: Page): Promise<{ edges: [string, number][]; columns: number[] }> =>
  page.evaluate(() => {
    const { left } = document.querySelector('h1')?.getBoundingClientRect() ?? { left: 0 };
    const width = document.documentElement.clientWidth - 2 * left;
    const gap = 3 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const columns = [0, 1, 2, 3].map((index) => (index * (width + gap)) / 4);
    const blocks =
      'h1, h2, h3, #hero figure, #hero li > :first-child, #services ol > li, footer li';
    const edges = [...document.querySelectorAll(blocks)]
      .filter((block) => block.checkVisibility() && !block.closest('header'))
      .map((block): [string, number] => [
        block.textContent.trim().slice(0, 30),
        block.getBoundingClientRect().left - left,
      ]);
    return { edges, columns };
  });

for (const width of [1024, 1280, 1920]) {
  test(`from hero to footer all stands on the same four columns at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openEverything(page, '/');
    const { edges, columns } = await findEdges(page);
    expect(edges.length).toBeGreaterThan(20);
    const astray = edges.filter(([, edge]) => !columns.some((line) => Math.abs(edge - line) < 1));
    expect(astray).toEqual([]);
  });
}

test('two buttons of the page are solid: the first action, and the form’s', async ({ page }) => {
  await open(page);
  const solid = await page.locator('main :is(a, button)').evaluateAll((controls) => {
    const ink = getComputedStyle(document.body).color;
    return controls
      .filter((control) => getComputedStyle(control).backgroundColor === ink)
      .map((control) => control.closest('section')?.id);
  });
  expect(solid).toEqual(['hero', 'contact']);
});

test('one more entry of the navigation breaks neither the header nor its button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await open(page);
  const button = scheduleIn(page.locator('header')).first();
  const before = await button.boundingBox();
  await page
    .locator('header nav')
    .first()
    .locator('li')
    .last()
    .evaluate((entry) => {
      entry.after(entry.cloneNode(true));
    });
  expect((await button.boundingBox())?.height).toBe(before?.height);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});

test('the newsletter’s frame leaves no empty block below it, and has room for a mistake', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/400/);
  for (const width of [320, 350, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    const frame = page.locator('#resources iframe');
    await frame.scrollIntoViewIfNeeded();
    const form = frame.contentFrame().locator('form');
    const end = (await form.boundingBox()) ?? { y: 0, height: 0 };
    const section = (await page.locator('#resources').boundingBox()) ?? { y: 0, height: 0 };
    const space = section.y + section.height - (end.y + end.height);
    expect.soft(space, `${width} px`).toBeGreaterThan(40);
    expect.soft(space, `${width} px`).toBeLessThan(72);
    await frame.contentFrame().getByRole('textbox').fill('nobody');
    await form.evaluate((element: HTMLFormElement) => element.requestSubmit());
    await frame.contentFrame().locator('#error').waitFor();
    const [needed = 0, given] = await frame
      .contentFrame()
      .locator('html')
      .evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
    expect.soft(needed, `${width} px, with a mistake`).toBeLessThanOrEqual(given ?? 0);
  }
});

test.describe('with a newsletter service', () => {
  test.use({ variant: 'hosted' });

  test('its frame has the height that sign-up forms need', async ({ page }) => {
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await open(page);
      const box = await page.locator('#resources iframe').boundingBox();
      expect(box?.height, `${width} px`).toBe(320);
    }
  });
});

test('lists of 1 to 8 entries leave none alone in a row', async ({ page }) => {
  await open(page);
  for (const width of [320, 390, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    for (const length of [1, 2, 3, 5, 8]) {
      const faults = await page.evaluate((count) => {
        const lists = '#hero ul, #services ol, #expertise :is(ul, ol, dl), #about ol';
        return [...document.querySelectorAll(lists)].flatMap((list) => {
          const entries = [...list.children];
          const copies = Array.from({ length: count }, (_, index) => {
            const copy = entries[index % entries.length]?.cloneNode(true) as Element;
            copy.removeAttribute('id');
            return copy;
          });
          list.replaceChildren(...copies);
          const boxes = copies.map((copy) => copy.getBoundingClientRect());
          const last = boxes.at(-1);
          const beside = boxes.filter(({ top }) => top === last?.top).length;
          const isAlone =
            beside === 1 && (last?.width ?? 0) < list.getBoundingClientRect().width - 1;
          return isAlone ? [`${list.closest('section')?.id} ${list.tagName} of ${count}`] : [];
        });
      }, length);
      expect.soft(faults, `${width} px`).toEqual([]);
      const overflow = () => document.documentElement.scrollWidth - innerWidth;
      expect.soft(await page.evaluate(overflow), `${width} px`).toBeLessThanOrEqual(0);
    }
  }
});
