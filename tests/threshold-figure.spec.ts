import { thresholdFigure } from '#content/threshold-figure.ts';
import { expect, open, type Page, test } from './fixtures.ts';

const slider = (page: Page) => page.getByRole('slider', { name: thresholdFigure.control });
const readings = (page: Page) => page.locator('#hero figure dd');

test('the threshold stands at 38 at first, and the figure says what that does', async ({
  page,
}) => {
  await open(page);
  await expect(slider(page)).toHaveValue('38');
  await expect(readings(page)).toHaveText(['96%', '8.8%', '$22,500']);
  await expect(slider(page)).toHaveAttribute(
    'aria-valuetext',
    '38: 96% of fraud caught, 8.8% of good customers stopped, $22,500 per day',
  );
  await expect(page.locator('#hero figure')).toContainText(
    'You catch 96% of fraud, and lose more than if you approved everyone.',
  );
});

test('the threshold follows the keyboard, and its value is announced', async ({ page }) => {
  await open(page);
  await slider(page).focus();
  for (let step = 0; step < 18; step++) await page.keyboard.press('ArrowRight');
  await expect(slider(page)).toHaveValue('56');
  await expect(readings(page)).toHaveText(['76%', '0.77%', '$6,180']);
  await expect(page.locator('#hero figure')).toContainText(
    'The cheapest line, and it lets 24% of fraud through. Can you defend that?',
  );
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^56: 76% of fraud caught/);
  await page.keyboard.press('Home');
  await expect(readings(page)).toHaveText(['100%', '100%', '$248,000']);
  await page.keyboard.press('End');
  await expect(readings(page)).toHaveText(['0%', '0%', '$18,000']);
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
      .filter({ hasText: /^(?:approve|decline)$/ })
      .evaluateAll((words) => words.map((word) => word.getBoundingClientRect().toJSON()));
    expect(boxes.length).toBe(value === '50' ? 2 : 1);
    const svg = await page.locator('#hero figure svg').boundingBox();
    for (const box of boxes) {
      expect(box.left).toBeGreaterThanOrEqual((svg?.x ?? 0) - 1);
      expect(box.right).toBeLessThanOrEqual((svg?.x ?? 0) + (svg?.width ?? 0) + 1);
    }
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
    await expect(readings(page)).toHaveText(['96%', '8.8%', '$22,500']);
    await expect(page.locator('#hero figure input')).toBeHidden();
    await expect(page.getByText(thresholdFigure.hint)).toBeHidden();
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
