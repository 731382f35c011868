import { fill } from '#content/schema/fill.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { cheapestThreshold, readThreshold } from '#src/threshold/model.ts';
import { expect, open, type Page, test } from './fixtures.ts';
import { numbers, wordsAt } from './threshold-words.ts';

const slider = (page: Page) => page.getByRole('slider', { name: thresholdFigure.control });
const readings = (page: Page) => page.locator('#hero figure dd');
const verdictIn = (page: Page) => page.locator('#hero figure dl + p');

const { assumptions } = thresholdFigure;

const expectWordsAt = async (page: Page, threshold: number): Promise<void> => {
  const words = wordsAt(threshold);
  await expect(slider(page)).toHaveValue(String(threshold));
  await expect(readings(page)).toHaveText(words.readings);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', words.spoken);
  await expect(verdictIn(page)).toHaveText(words.verdict);
};

test('the threshold stands where the content puts it, and the figure says what that does', async ({
  page,
}) => {
  await open(page);
  await expectWordsAt(page, assumptions.threshold);
});

test('who comes to the slider hears the verdict, and who moves it hears another once', async ({
  page,
}) => {
  // Not alive yet.
  await page.goto('/');
  const described = (threshold: number) =>
    expect(slider(page)).toHaveAccessibleDescription(wordsAt(threshold).verdict);
  await described(assumptions.threshold);
  const cheapest = cheapestThreshold(assumptions);
  // As a browser restores it: without the focus.
  await slider(page).evaluate((element: HTMLInputElement, value) => {
    element.value = value;
  }, String(cheapest));
  await slider(page).hover();
  await described(cheapest);
  await slider(page).focus();
  await slider(page).press('End');
  await expect(verdictIn(page)).toHaveText(wordsAt(100).verdict);
  // The live region has said it: a description that changes there would be said as well.
  await expect(slider(page)).not.toHaveAccessibleDescription(wordsAt(100).verdict);
  await slider(page).blur();
  await described(100);
});

test('the threshold follows the keyboard, and its value is announced', async ({ page }) => {
  await open(page);
  await slider(page).focus();
  const cheapest = cheapestThreshold(assumptions);
  const key = cheapest > assumptions.threshold ? 'ArrowRight' : 'ArrowLeft';
  const steps = Math.abs(cheapest - assumptions.threshold);
  for (let step = 0; step < steps; step++) await page.keyboard.press(key);
  await expectWordsAt(page, cheapest);
  await page.keyboard.press('Home');
  await expectWordsAt(page, 0);
  await page.keyboard.press('End');
  await expectWordsAt(page, 100);
});

test('the threshold follows the pointer, anywhere on the drawing', async ({ page }) => {
  await open(page);
  const box = await slider(page).boundingBox();
  if (!box) throw new Error('the slider has no place');
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.9);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, box.y + 10, { steps: 5 });
  await page.mouse.up();
  const value = Number(await slider(page).inputValue());
  expect(value).toBeGreaterThan(70);
  expect(value).toBeLessThan(80);
});

test('the figure asks for the line to be moved until it has been', async ({ page }) => {
  await open(page);
  await expect(page.getByText(thresholdFigure.hint)).toBeVisible();
  await slider(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(thresholdFigure.hint)).toHaveCount(0);
});

test('the words at the line never cover each other', async ({ page }) => {
  await open(page);
  for (const value of ['0', '10', '50', '90', '100']) {
    await slider(page).fill(value);
    const boxes = await page
      .locator('#hero figure text')
      .evaluateAll(
        (all, words) =>
          all
            .filter(({ textContent }) => words.includes(textContent ?? ''))
            .map((word) => word.getBoundingClientRect().toJSON()),
        [thresholdFigure.approve, thresholdFigure.decline],
      );
    expect(boxes.length).toBe(value === '50' ? 2 : 1);
    const svg = await page.locator('#hero figure svg').boundingBox();
    for (const box of boxes) {
      expect(box.left).toBeGreaterThanOrEqual((svg?.x ?? 0) - 1);
      expect(box.right).toBeLessThanOrEqual((svg?.x ?? 0) + (svg?.width ?? 0) + 1);
    }
  }
});

/** What the passage below says, and where its line stands, as a share of the passage. */
const passageAt = (threshold: number) => {
  const { ordersPerDay, fraudShare } = assumptions;
  const { stopped } = readThreshold(threshold, assumptions);
  return fill(thresholdFigure.reminder, {
    stopped: numbers.formatCount(ordersPerDay * (1 - fraudShare) * stopped),
  });
};

test('the line that the visitor draws stands in the passage below, with whom it stops', async ({
  page,
}) => {
  await open(page);
  const passage = page.locator('#about blockquote').locator('..');
  await expect(passage).toContainText(passageAt(assumptions.threshold));
  for (const value of [0, 60, 100]) {
    await slider(page).fill(String(value));
    await expect(passage).toContainText(passageAt(value));
    const drawing = await passage.locator('svg').boundingBox();
    const line = await passage.locator('svg path').last().boundingBox();
    if (!drawing || !line) throw new Error('nothing is drawn');
    const expected = drawing.x + (value / 100) * drawing.width;
    expect(Math.abs(line.x + line.width / 2 - expected)).toBeLessThan(1.5);
  }
});

test('the hint and the ends of the scale never cover each other', async ({ page }) => {
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    const boxes = await page
      .locator('#hero figure text')
      .evaluateAll(
        (all, words) =>
          words
            .map((word) => all.find(({ textContent }) => textContent === word))
            .map((text) => text?.getBoundingClientRect().toJSON()),
        [thresholdFigure.axisLow, thresholdFigure.hint, thresholdFigure.axisHigh],
      );
    const [low, hint, high] = boxes;
    expect(low.right, `${width} px`).toBeLessThan(hint.left);
    expect(hint.right, `${width} px`).toBeLessThan(high.left);
  }
});

test('nothing below the figure moves while the line does', async ({ page }) => {
  await open(page);
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const heights = new Set<number>();
    for (let value = 0; value <= 100; value += 4) {
      await slider(page).fill(String(value));
      heights.add((await page.locator('#hero figure').boundingBox())?.height ?? 0);
    }
    expect([...heights], `${width} px`).toHaveLength(1);
  }
});

test('the verdict is spoken when it becomes another, not at every step', async ({ page }) => {
  await open(page);
  await slider(page).fill('0');
  await expectWordsAt(page, 0);
  await verdictIn(page).evaluate((verdict) => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    new MutationObserver(() => spoken.push(verdict.textContent ?? '')).observe(verdict, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const others = new Set<string>();
  await slider(page).focus();
  for (let threshold = 1; threshold <= 100; threshold++) {
    await page.keyboard.press('ArrowRight');
    others.add(wordsAt(threshold).verdict);
  }
  await expectWordsAt(page, 100);
  others.delete(wordsAt(0).verdict);
  expect(await page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)).toEqual([
    ...others,
  ]);
});

test('the verdict with which the page comes is not spoken by itself, every other one is', async ({
  page,
}) => {
  const html = await (await page.request.get('/')).text();
  expect(/<figure.*<\/figure>/s.exec(html)?.[0]).not.toMatch(/aria-live|^$/);
  await open(page);
  await slider(page).focus();
  await expect(verdictIn(page)).toHaveAttribute('aria-live', 'polite');
});

test('another verdict comes as an element of its own: changed words were not spoken', async ({
  page,
}) => {
  await open(page);
  await slider(page).fill('100');
  await expectWordsAt(page, 100);
  const before = await verdictIn(page).evaluateHandle((verdict) => verdict.firstElementChild);
  await slider(page).fill('0');
  await expectWordsAt(page, 0);
  expect(await before.evaluate((element) => element?.isConnected)).toBe(false);
});

test('title and caption of the figure are each said once', async ({ page }) => {
  await open(page);
  // The snapshot has plain spaces.
  const plain = (text: string): string => text.replace(/\s/g, ' ');
  const said = plain((await page.locator('#hero').ariaSnapshot()).replaceAll('\\"', '"'));
  const caption = (await page.locator('#hero figure > :last-child').textContent()) ?? '';
  for (const words of [thresholdFigure.title, caption].map(plain)) {
    expect(said.split(words)).toHaveLength(2);
  }
});

test('the line is drawn where the slider stands', async ({ page }) => {
  await open(page);
  for (const value of ['0', '40', '100']) {
    await slider(page).fill(value);
    const box = await slider(page).boundingBox();
    const line = await page.locator('#hero figure path[d^="M"][d$="V210"]').boundingBox();
    if (!box || !line) throw new Error('nothing is drawn');
    const thumb = 32;
    const expected = box.x + thumb / 2 + (Number(value) / 100) * (box.width - thumb);
    expect(Math.abs(line.x + line.width / 2 - expected)).toBeLessThan(1.5);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the figure stands still, with its numbers and no control', async ({ page }) => {
    await page.goto('/');
    await expect(readings(page)).toHaveText(wordsAt(assumptions.threshold).readings);
    await expect(page.locator('#hero figure input')).toBeHidden();
    await expect(page.getByText(thresholdFigure.hint)).toBeHidden();
    await expect(page.locator('#about')).toContainText(passageAt(assumptions.threshold));
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap moves the line, and a swipe up still scrolls the page', async ({ page }) => {
    await open(page);
    await slider(page).scrollIntoViewIfNeeded();
    const box = await slider(page).boundingBox();
    if (!box) throw new Error('the slider has no place');
    await page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height / 2);
    await expect.poll(async () => Number(await slider(page).inputValue())).toBeGreaterThan(74);
    await expect(slider(page)).toHaveCSS('touch-action', 'pan-y');
  });
});
