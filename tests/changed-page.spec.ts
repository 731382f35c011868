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

// A page that the browser's translation or an extension has changed (behavior 6.2).

/** Functions that run in the page; they leave out what is not shown, as the originals do. */
const changes = {
  'translation wraps every text': () => {
    const isText = (node: Node) =>
      node.nodeValue?.trim() && !node.parentElement?.closest('script, style, template, font');
    const texts: Node[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (isText(walker.currentNode)) texts.push(walker.currentNode);
    for (const text of texts) {
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.textContent = text.nodeValue;
      text.parentNode?.replaceChild(outer, text);
    }
  },
  'a password manager adds an element after each field': () => {
    for (const field of document.querySelectorAll('input, textarea, select')) {
      const icon = document.createElement('div');
      icon.dataset.xRoot = '';
      icon.style.position = 'absolute';
      field.after(icon);
    }
  },
  'a writing aid wraps each field, and adds a field of its own': () => {
    for (const field of document.querySelectorAll('#contact-form :is(input, textarea)')) {
      const wrapper = document.createElement('span');
      field.replaceWith(wrapper);
      wrapper.append(field, document.createElement('textarea'));
    }
  },
  'a blocker removes what it takes for an advertisement': () => {
    for (const node of document.querySelectorAll(
      '#contact-form > p:not(:has(button)), #hero figure > p',
    )) {
      node.remove();
    }
  },
  'a form filler wraps each row': () => {
    for (const { parentElement: row } of document.querySelectorAll('#contact-form label')) {
      const wrapper = document.createElement('div');
      row?.replaceWith(wrapper);
      if (row) wrapper.append(row);
    }
  },
  'a reader moves the form into an element of its own': () => {
    const form = document.querySelector('#contact-form');
    const frame = document.createElement('div');
    form?.replaceWith(frame);
    if (form) frame.append(form);
  },
  'a dark mode adds styles': () => {
    document.adoptedStyleSheets.push(new CSSStyleSheet());
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      element.dataset.darkreaderInlineColor = '';
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
  await expect(control(page, 'message')).toHaveValue('');
  await expect(notices(page, failureMessages.script)).toHaveCount(0);
};

for (const [name, change] of Object.entries(changes)) {
  test(`before it comes to life: ${name}`, async ({ page, site, allowConsole }) => {
    // React's word for it, for developers.
    allowConsole(/Minified React error #418/);
    await page.addInitScript(`addEventListener('DOMContentLoaded', ${change})`);
    const release = await holdBack(page, '**/_astro/islands.*.js');
    await page.goto('/');
    await fillIn(page);
    const message = control(page, 'message');
    await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 5));
    await message.evaluate((field: HTMLTextAreaElement) => field.focus());
    release();
    await hydrated(page, '[component-export=ContactForm]');
    await expect(message).toBeFocused();
    expect(await valuesOf(page)).toEqual(typed);
    const place = await message.evaluate(
      ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [selectionStart, selectionEnd],
    );
    expect(place).toEqual([3, 5]);

    const slider = figure(page).getByRole('slider');
    await slider.focus();
    await page.keyboard.press('End');
    await hydrated(page);
    await expect(slider).toBeFocused();
    await expect(slider).toHaveValue('100');
    await useIslands(page);
    expect(site.stored().at(-1)?.fields).toEqual(typed);
  });

  test(`while it is alive: ${name}`, async ({ page, site }) => {
    await open(page);
    await fillIn(page);
    await page.evaluate(`(${change})()`);
    expect(await valuesOf(page)).toEqual(typed);
    await useIslands(page);
    expect(site.stored().at(-1)?.fields).toEqual(typed);
  });
}
