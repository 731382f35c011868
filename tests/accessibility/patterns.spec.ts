import { site } from '#content/site.ts';
import { contact } from '../../content/contact.ts';
import { services } from '../../content/services.ts';
import { expect, open, type Page, test } from '../fixtures.ts';
import { readFocused, readTexts } from './accessibility-tree.ts';

// The ARIA Authoring Practices' patterns, row by row. <summary> stands for button and aria-expanded.

const [firstQuestion, secondQuestion] = contact.faq.items;
const [service] = services.items;
if (!firstQuestion || !secondQuestion || !service) throw new Error('The content has too few items');

const focusSummary = (selector: string, index: number) => (page: Page) =>
  page.locator(`${selector} summary`).nth(index).focus();

const disclosures = [
  {
    name: 'a service card',
    focus: focusSummary('#services', 0),
    control: service.title,
    content: service.description,
    isOpenAtFirst: false,
  },
  {
    name: 'the first question',
    focus: focusSummary('#contact', 0),
    control: firstQuestion.question,
    content: firstQuestion.answer,
    isOpenAtFirst: true,
  },
  {
    name: 'the second question',
    focus: focusSummary('#contact', 1),
    control: secondQuestion.question,
    content: secondQuestion.answer,
    isOpenAtFirst: false,
  },
];

for (const { name, focus, control, content, isOpenAtFirst } of disclosures) {
  for (const key of ['Enter', 'Space']) {
    test(`disclosure: ${key} opens and closes ${name}, and says so`, async ({ page }) => {
      await open(page);
      await focus(page);
      let isOpen = isOpenAtFirst;
      for (const _ of ['there', 'and back']) {
        expect(await readFocused(page)).toEqual({
          // Chromium's roles of a summary.
          role: expect.stringMatching(/^DisclosureTriangle(?:Grouped)?$/),
          name: expect.stringContaining(control),
          expanded: isOpen,
        });
        expect((await readTexts(page)).includes(content)).toBe(isOpen);
        await page.keyboard.press(key);
        isOpen = !isOpen;
        await expect.poll(async () => (await readFocused(page))?.expanded).toBe(isOpen);
      }
      expect((await readTexts(page)).includes(content)).toBe(isOpenAtFirst);
    });
  }
}

test('accordion: Tab goes from question to question, past closed answers', async ({ page }) => {
  await open(page);
  await focusSummary('#contact', 0)(page);
  for (const { question } of contact.faq.items) {
    expect((await readFocused(page))?.name).toBe(question);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Shift+Tab');
  expect((await readFocused(page))?.name).toBe(contact.faq.items.at(-1)?.question);
});

test('accordion: opening one closes the other, and the focus stays', async ({ page }) => {
  await open(page);
  await focusSummary('#contact', 1)(page);
  await page.keyboard.press('Enter');
  expect(await readFocused(page)).toMatchObject({ name: secondQuestion.question, expanded: true });
  await page.keyboard.press('Shift+Tab');
  expect(await readFocused(page)).toMatchObject({ name: firstQuestion.question, expanded: false });
});

test('accordion: every question is a heading of the same level', async ({ page }) => {
  await open(page);
  await expect(page.locator('#contact details').getByRole('heading', { level: 4 })).toHaveText(
    contact.faq.items.map(({ question }) => question),
  );
});

test('disclosure: an open card leads the keyboard into itself', async ({ page }) => {
  await open(page);
  await focusSummary('#services', 0)(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect((await readFocused(page))?.name).toBe(`${services.labels.discuss} ${service.title}`);
});

test.describe('the menu', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('disclosure: its button says what it controls and whether that is open', async ({
    page,
  }) => {
    await open(page);
    const button = page.getByRole('banner').getByRole('button');
    await button.focus();
    await expect(button).toHaveAttribute('aria-controls', 'menu');
    for (const key of ['Enter', 'Space']) {
      expect(await readFocused(page)).toEqual({
        role: 'button',
        name: site.labels.menu,
        expanded: false,
      });
      await page.keyboard.press(key);
      const opened = { role: 'button', name: site.labels.closeMenu, expanded: true };
      await expect.poll(() => readFocused(page)).toEqual(opened);
      await page.keyboard.press(key);
      await expect.poll(async () => (await readFocused(page))?.expanded).toBe(false);
    }
  });
});
