import { failureMessages, validationMessages } from '#content/messages.ts';
import {
  button,
  control,
  fillIn,
  formError,
  sent,
  submit,
  typed,
  valuesOf,
} from './contact-form.ts';
import { expect, holdBack, hydrated, notices, open, type Page, test } from './fixtures.ts';
import { translatePage } from './translate-page.ts';

// A page that the browser's translation or extensions have changed.

/** Functions that run in the page; they leave out what is not shown, as the originals do. */
const changes = {
  'translation wraps every text': translatePage,
  'extensions add, wrap, remove and move elements': () => {
    const wrap = (element: Element | null, ...others: Node[]): void => {
      const wrapper = document.createElement('div');
      element?.replaceWith(wrapper);
      wrapper.append(...(element ? [element] : []), ...others);
    };
    // A password manager, a writing aid with a field of its own, a form filler, a blocker, a reader.
    for (const field of document.querySelectorAll('input, textarea, select')) {
      field.after(document.createElement('div'));
    }
    for (const field of document.querySelectorAll('#contact-form :is(input, textarea)')) {
      wrap(field, document.createElement('textarea'));
    }
    for (const label of document.querySelectorAll('#contact-form label')) wrap(label.parentElement);
    const notes = '#contact-form > p:not(:has(button)), #hero figure > p';
    for (const node of document.querySelectorAll(notes)) node.remove();
    wrap(document.querySelector('#contact-form'));
    // And a dark mode.
    document.adoptedStyleSheets.push(new CSSStyleSheet());
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      element.style.color = 'rgb(230, 230, 230)';
    }
  },
};

const figure = (page: Page) => page.locator('#hero figure');

/** What a visitor does with the islands; nothing is said to be wrong with the page meanwhile. */
const useIslands = async (page: Page): Promise<void> => {
  const cost = figure(page).locator('dd').nth(4);
  const before = await cost.textContent();
  await figure(page).getByRole('slider').fill('90');
  await expect(cost).not.toHaveText(before ?? '');
  await control(page, 'firstName').fill(' ');
  await button(page).click();
  await expect(formError(page)).toHaveText(validationMessages.firstName);
  await expect(control(page, 'firstName')).toBeFocused();
  await submit(page);
  await expect(sent(page)).toBeVisible();
  await page.locator('#contact h3 ~ p button').first().click();
  await expect(control(page, 'firstName')).toBeFocused();
  await expect(notices(page, failureMessages.script)).toHaveCount(0);
};

for (const [name, change] of Object.entries(changes)) {
  test(`${name}, while the page is alive or before: all of it works, and what was typed, focus and selection stay (behavior 1.4, 3.1, 3.4, 6.2, 10.3)`, async ({
    page,
    site,
    allowConsole,
  }) => {
    // React's word for it, for developers.
    allowConsole(/Minified React error #418/);
    await open(page);
    await fillIn(page);
    await page.evaluate(`(${change})()`);
    expect(await valuesOf(page)).toEqual(typed);
    await useIslands(page);
    expect(site.stored().at(-1)?.fields).toEqual(typed);

    // A draft, which is older than what is typed before the scripts come.
    await fillIn(page, { message: 'An older draft' });
    await page.addInitScript(`addEventListener('DOMContentLoaded', ${change})`);
    const release = await holdBack(page, '**/_astro/islands.*.js');
    await page.goto('/');
    await fillIn(page);
    const message = control(page, 'message');
    await message.evaluate((field: HTMLTextAreaElement) => {
      field.setSelectionRange(3, 5);
      field.focus();
    });
    release();
    await hydrated(page);
    await expect(message).toBeFocused();
    expect(await valuesOf(page)).toEqual(typed);
    await expect(message).toHaveJSProperty('selectionStart', 3);
    await expect(message).toHaveJSProperty('selectionEnd', 5);
    await useIslands(page);
    expect(site.stored().at(-1)?.fields).toEqual(typed);
  });
}
