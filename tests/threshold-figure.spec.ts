import { fill } from '#content/schema/fill.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { cheapestThreshold, readThreshold } from '#src/threshold/model.ts';
import { expect, open, type Page, test } from './fixtures.ts';
import { numbers, wordsAt } from './threshold-words.ts';

// The numbers by themselves are in src/threshold/model.test.ts.

const slider = (page: Page) => page.getByRole('slider', { name: thresholdFigure.control });
const readings = (page: Page) => page.locator('#hero figure dd');
const verdictIn = (page: Page) => page.locator('#hero figure dl + p');
const texts = page_texts;

const { assumptions } = thresholdFigure;
const cheapest = cheapestThreshold(assumptions);

const expectWordsAt = async (page: Page, threshold: number): Promise<void> => {
  const words = wordsAt(threshold);
  await expect(slider(page)).toHaveValue(String(threshold));
  await expect(readings(page)).toHaveText(words.readings);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', words.spoken);
  await expect(verdictIn(page)).toHaveText(words.verdict);
};

/** What the passage below says. */
const passageAt = (threshold: number): string => {
  const { goodDeclined } = readThreshold(threshold, assumptions);
  return fill(thresholdFigure.reminder, { stopped: numbers.formatCount(goodDeclined) });
};
