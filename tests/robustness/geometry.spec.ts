import { findCutChoices, findLayoutFaults } from '../accessibility/checks.ts';
import { expect, type Locator, open, type Page, scheduleIn, test } from '../fixtures.ts';

// Measurements of the layout, in addition to those of every state (accessibility/states.spec.ts).

const widths = [320, 390, 768, 1280, 1920];
const paths = ['/', '/terms', '/nowhere', '/book', '/newsletter'];

const openEverything = async (page: Page, path = '/'): Promise<void> => {
  await open(page, path);
  await page.locator('details').evaluateAll((all) => {
    for (const details of all as HTMLDetailsElement[]) {
      // Only one of the same name can be open.
      details.removeAttribute('name');
      details.open = true;
    }
  });
};

const atWidths = async (
  page: Page,
  all: readonly number[],
  look: (where: string) => Promise<unknown>,
): Promise<void> => {
  for (const width of all) {
    await page.setViewportSize({ width, height: 900 });
    await look(`${new URL(page.url()).pathname}, ${width} px`);
  }
};

const findFaults = (page: Page): Promise<string[]> => page.evaluate(findLayoutFaults, 'body');

test('nothing is cut off when text is twice as large (behavior 1.5)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404/);
  // The default is 16 px.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  for (const path of paths) {
    await openEverything(page, path);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    await atWidths(page, [390, 640, 1280], async (where) => {
      expect.soft(await findFaults(page), where).toEqual([]);
      expect.soft(await page.evaluate(findCutChoices), where).toEqual([]);
    });
  }
});

const titles = {
  'of 200 characters': 'Where the losses of a marketplace begin '.repeat(5).trim(),
  'of one word': '不正リスク評価と信頼性向上'.repeat(12),
  'of one long word of Latin letters': 'Betrugsbekämpfungsgesetz'.repeat(8),
  'from right to left': 'تقييم مخاطر الاحتيال والثقة والسلامة '.repeat(4).trim(),
};

test('long titles stay within the page, whatever they are made of (behavior 1.5)', async ({
  page,
}) => {
  await openEverything(page);
  for (const [name, title] of Object.entries(titles)) {
    await page.locator('main :is(h1, h2, h3, h4), main blockquote p').evaluateAll((all, text) => {
      for (const element of all) element.textContent = text;
    }, title);
    await atWidths(page, widths, async (where) => {
      expect.soft(await findFaults(page), `${where}, ${name}`).toEqual([]);
    });
  }
});

test('the first view of a phone holds headline, offer and first action (behavior 1.3)', async ({
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

test('in a wide window all blocks start at one of four columns, two buttons are solid, and the header has room for one more link (behavior 1.3)', async ({
  page,
}) => {
  await openEverything(page);
  await atWidths(page, [1024, 1280, 1920], async (where) => {
    const { astray, count } = await page.evaluate(() => {
      const root = document.documentElement;
      const { left = 0 } = document.querySelector('h1')?.getBoundingClientRect() ?? {};
      const step =
        (root.clientWidth - 2 * left + 3 * parseFloat(getComputedStyle(root).fontSize)) / 4;
      const blocks =
        'h1, h2, h3, #hero figure, #hero li > :first-child, #services ol > li, footer li';
      const placed = [...document.querySelectorAll(blocks)].filter(
        (block) => block.checkVisibility() && !block.closest('header'),
      );
      const isAstray = (block: Element): boolean => {
        const column = (block.getBoundingClientRect().left - left) / step;
        return Math.abs(column - Math.round(column)) * step >= 1;
      };
      return {
        count: placed.length,
        astray: placed.filter(isAstray).map(({ textContent }) => textContent.trim()),
      };
    });
    expect.soft(count, where).toBeGreaterThan(20);
    expect.soft(astray, where).toEqual([]);
  });
  const solid = await page.locator('main :is(a, button)').evaluateAll((controls) => {
    const ink = getComputedStyle(document.body).color;
    return controls
      .filter((control) => getComputedStyle(control).backgroundColor === ink)
      .map((control) => control.closest('section')?.id);
  });
  expect(solid).toEqual(['hero', 'contact']);

  await page.setViewportSize({ width: 1024, height: 900 });
  const button = scheduleIn(page.locator('header')).first();
  const { height } = (await button.boundingBox()) ?? {};
  const entry = page.locator('header nav').first().locator('li').last();
  await entry.evaluate((last) => last.after(last.cloneNode(true)));
  expect((await button.boundingBox())?.height).toBe(height);
  expect(await findFaults(page)).toEqual([]);
});

test('the newsletter’s frame has no gap below it and has room for a mistake; the frame of a third party is 320 px high (behavior 9.3)', async ({
  page,
  siteServers,
  allowConsole,
}) => {
  allowConsole(/400/);
  const section = page.locator('#resources');
  const iframe = section.locator('iframe');
  const frame = iframe.contentFrame();
  const bottomOf = (part: Locator) =>
    part.boundingBox().then((box) => (box ? box.y + box.height : Number.NaN));
  await open(page);
  await atWidths(page, [320, 350, 390, 768, 1280], async (where) => {
    await open(page);
    await iframe.scrollIntoViewIfNeeded();
    const space = (await bottomOf(section)) - (await bottomOf(frame.locator('form')));
    expect.soft(Math.abs(space - 56), where).toBeLessThan(16);
    await frame.getByRole('textbox').fill('nobody');
    await frame.getByRole('button').click();
    await frame.locator('#error').waitFor();
    const hidden = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight;
    expect.soft(await frame.locator('html').evaluate(hidden), where).toBeLessThanOrEqual(0);
  });
  await open(page, siteServers.hosted.url);
  await atWidths(page, [320, 1280], async (where) => {
    expect.soft((await iframe.boundingBox())?.height, where).toBe(320);
  });
});

test('lists of 1 to 8 entries leave no single entry in a row (behavior 1.3)', async ({ page }) => {
  await open(page);
  const lists = page.locator('#hero ul, #services ol, #expertise :is(ul, ol, dl), #about ol');
  for (const length of [1, 2, 3, 5, 8]) {
    await lists.evaluateAll((all, count) => {
      for (const list of all) {
        const entries = [...list.children];
        list.replaceChildren(
          ...Array.from(
            { length: count },
            (_, index) => entries[index % entries.length]?.cloneNode(true) ?? '',
          ),
        );
      }
    }, length);
    await atWidths(page, [320, 390, 768, 1280, 1600], async (where) => {
      const alone = await lists.evaluateAll((all) =>
        all.flatMap((list) => {
          const boxes = Array.from(list.children, (entry) => entry.getBoundingClientRect());
          const rows = [...Map.groupBy(boxes, ({ top }) => top).values()];
          // A list of more than four steps has two in a row.
          const most = list.matches('ol') && boxes.length > 4 ? 2 : 4;
          const whole = list.getBoundingClientRect().width - 1;
          const isFault = (row: DOMRect[]) =>
            row.length > most || (row.length === 1 && (row[0]?.width ?? 0) < whole);
          return rows.some(isFault) ? [list.outerHTML.slice(0, 100)] : [];
        }),
      );
      expect.soft(alone, `${where}, ${length} entries`).toEqual([]);
      expect.soft(await findFaults(page), `${where}, ${length} entries`).toEqual([]);
    });
  }
});
