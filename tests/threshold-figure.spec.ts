import { thresholdFigure } from '#content/threshold-figure.ts';
import { fill } from '#model/fill.ts';
import { cheapestThreshold, readThreshold } from '#src/threshold/model.ts';
import { expect, open, type Page, test } from './fixtures.ts';
import { numbers, wordsAt } from './threshold-words.ts';

// Tests of the numbers are in src/threshold/model.test.ts.

const slider = (page: Page) => page.getByRole('slider', { name: thresholdFigure.control });
const readings = (page: Page) => page.locator('#hero figure dd');
const verdictIn = (page: Page) => page.locator('#hero figure dl + p');

const { assumptions } = thresholdFigure;
const cheapest = cheapestThreshold(assumptions);

const expectWordsAt = async (page: Page, threshold: number): Promise<void> => {
  const words = wordsAt(threshold);
  await expect(slider(page)).toHaveValue(String(threshold));
  await expect(readings(page)).toHaveText(words.readings);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', words.spoken);
  await expect(verdictIn(page)).toHaveText(words.verdict);
};

/** Returns the expected text of the passage below. */
const passageAt = (threshold: number): string => {
  const { goodDeclined } = readThreshold(threshold, assumptions);
  return fill(thresholdFigure.reminder, { stopped: numbers.formatCount(goodDeclined) });
};

test('the figure opens with the content’s line and follows the keyboard, and each other verdict appears once, in a new element (behavior 1.3)', async ({
  page,
}) => {
  await open(page);
  await expectWordsAt(page, assumptions.threshold);
  // Title and caption are each there once; the snapshot has plain spaces.
  const plain = (text: string): string => text.replace(/\s/g, ' ');
  const shown = plain((await page.locator('#hero').ariaSnapshot()).replaceAll('\\"', '"'));
  const caption = (await page.locator('#hero figure > :last-child').textContent()) ?? '';
  for (const words of [thresholdFigure.title, caption].map(plain)) {
    expect(shown.split(words)).toHaveLength(2);
  }
  const hint = page.getByText(thresholdFigure.hint);
  await expect(hint).toBeVisible();
  await slider(page).focus();
  await page.keyboard.press('Home');
  await expect(hint).toHaveCount(0);
  await expectWordsAt(page, 0);
  await verdictIn(page).evaluate((verdict) => {
    const spoken: string[] = [];
    const seen = new Set([verdict.firstElementChild]);
    Object.assign(window, { spoken, seen });
    new MutationObserver(() => {
      spoken.push(verdict.textContent ?? '');
      seen.add(verdict.firstElementChild);
    }).observe(verdict, { childList: true, characterData: true, subtree: true });
  });
  const others = new Set<string>();
  for (let threshold = 1; threshold <= 100; threshold++) {
    await page.keyboard.press('ArrowRight');
    others.add(wordsAt(threshold).verdict);
    if (threshold === cheapest) await expectWordsAt(page, cheapest);
  }
  await expectWordsAt(page, 100);
  others.delete(wordsAt(0).verdict);
  expect(await page.evaluate('spoken')).toEqual([...others]);
  expect(await page.evaluate('seen.size')).toBe(others.size + 1);
});

test('the verdict describes the slider when a visitor reaches it, and a live region announces the next verdict when the slider moves (behavior 1.3)', async ({
  page,
}) => {
  const html = await (await page.request.get('/')).text();
  expect(/<figure.*<\/figure>/s.exec(html)?.[0]).not.toMatch(/aria-live|^$/);
  // The figure has not hydrated yet.
  await page.goto('/');
  const described = (threshold: number) =>
    expect(slider(page)).toHaveAccessibleDescription(wordsAt(threshold).verdict);
  await described(assumptions.threshold);
  // A browser restores a value without the focus.
  await slider(page).evaluate((element: HTMLInputElement, value) => {
    element.value = value;
  }, String(cheapest));
  await slider(page).hover();
  await described(cheapest);
  await expect(verdictIn(page)).toHaveAttribute('aria-live', 'polite');
  await slider(page).focus();
  await slider(page).press('End');
  await expect(verdictIn(page)).toHaveText(wordsAt(100).verdict);
  // The live region has announced it: a description that changes there would be announced as well.
  await expect(slider(page)).not.toHaveAccessibleDescription(wordsAt(100).verdict);
  await slider(page).blur();
  await described(100);
});

test('at each width, the line follows the slider, in the figure and in the passage below, and the figure keeps its height (behavior 1.3)', async ({
  page,
}) => {
  await open(page);
  const { approve, decline } = thresholdFigure;
  const figure = page.locator('#hero figure');
  const passage = page.locator('#about blockquote').locator('..');
  await expect(passage).toContainText(passageAt(assumptions.threshold));
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // The hint disappears with the first move.
    if (width > 320) await open(page);
    const heights = new Set([(await figure.boundingBox())?.height]);
    for (let value = 0; value <= 100; value += 10) {
      await slider(page).fill(String(value));
      await expect(passage).toContainText(passageAt(value));
      const parts = [
        figure,
        slider(page),
        figure.locator('path[d^="M"][d$="V210"]'),
        passage.locator('svg'),
        passage.locator('svg path').last(),
      ];
      const [whole, control, line, drawing, passageLine] = await Promise.all(
        parts.map((part) => part.evaluate((element) => element.getBoundingClientRect().toJSON())),
      );
      heights.add(whole.height);
      const middle = ({ left, width }: DOMRect): number => left + width / 2;
      const thumb = 32;
      const place = control.left + thumb / 2 + (value / 100) * (control.width - thumb);
      expect(Math.abs(middle(line) - place)).toBeLessThan(1.5);
      const share = drawing.left + (value / 100) * drawing.width;
      expect(Math.abs(middle(passageLine) - share)).toBeLessThan(1.5);
      const cut = await figure.locator('svg').evaluate(
        (svg, words) => {
          const { left, right } = svg.getBoundingClientRect();
          const sides = [...svg.querySelectorAll('text')].filter((text) =>
            words.includes(text.textContent),
          );
          const boxes = sides.map((text) => text.getBoundingClientRect());
          return boxes.map((box) => box.left < left - 1 || box.right > right + 1);
        },
        [approve, decline],
      );
      expect(new Set(cut), `words at ${value}, ${width} px`).toEqual(new Set([false]));
    }
    expect([...heights], `${width} px`).toHaveLength(1);
  }
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the line follows a drag or a tap anywhere on the drawing, and a swipe up still scrolls (behavior 1.3)', async ({
    page,
  }) => {
    await open(page);
    await slider(page).scrollIntoViewIfNeeded();
    const box = await slider(page).boundingBox();
    if (!box) throw new Error('the slider has no place');
    const value = async (): Promise<number> => Number(await slider(page).inputValue());
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.9);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.25, box.y + 10, { steps: 5 });
    await page.mouse.up();
    expect(Math.abs((await value()) - 25)).toBeLessThan(6);
    await page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height / 2);
    await expect.poll(value).toBeGreaterThan(74);
    await expect(slider(page)).toHaveCSS('touch-action', 'pan-y');
  });
});
