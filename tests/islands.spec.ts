import { contact } from '#content/contact.ts';
import { identity } from '#content/identity.ts';
import {
  applicationErrorMessages,
  failureMessages,
  validationMessages,
} from '#content/messages.ts';
import { formatPhone } from '#model/phone.ts';
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
import {
  breakIsland,
  expect,
  firstService,
  holdBack,
  hydrated,
  missingResource,
  notices,
  open,
  type Page,
  test,
} from './fixtures.ts';

const islandsFile = '**/_astro/islands.*.js';
const scripted = (page: Page) =>
  expect(page.locator('astro-island[component-export=PageScript]:not([ssr])')).toBeAttached();
const asleep = (page: Page) => page.locator('astro-island[client=needed][ssr]');
const island = (page: Page, name: string) =>
  page.locator(`astro-island[component-export=${name}]:not([ssr])`);

test.describe('a part that fails', () => {
  test.beforeEach(({ allowConsole }) => allowConsole(/^(?:Type)?Error: Cannot destructure/));

  test('explains itself, offers other ways, has the focus only if it had it before, and breaks no other part (behavior 6.3)', async ({
    page,
  }) => {
    await breakIsland(page, 'ThresholdFigure');
    const failure = page.getByRole('group', { name: applicationErrorMessages.error });
    const figure = page.locator('#hero figure');
    await page.goto('/');
    await figure.hover();
    await expect(failure).toBeVisible();
    await expect(page.locator('body')).toBeFocused();
    await page.goto('/');
    await figure.getByRole('slider').focus();
    await expect(failure).toBeFocused();
    await expect(failure.getByRole('link')).toHaveText([
      identity.email,
      formatPhone(identity.phone),
    ]);

    await hydrated(page);
    await (await missingResource(page)).click();
    await expect(notices(page, failureMessages.notFound)).toBeVisible();
    await button(page).click();
    await expect(formError(page)).toHaveText(validationMessages.firstName);
  });

  test('keeps what was typed into the form, and mentions it only if something was typed (behavior 6.3)', async ({
    page,
  }) => {
    await breakIsland(page, 'ContactForm');
    const message = page.getByLabel(contact.form.labels.message, { exact: true });
    await page.goto('/');
    await hydrated(page);
    await expect(page.locator('#contact')).toContainText(applicationErrorMessages.error);
    await expect(page.locator('#contact')).not.toContainText(applicationErrorMessages.kept);
    const release = await holdBack(page, islandsFile);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await message.fill('Half a message');
    release();
    await expect(page.locator('#contact')).toContainText(applicationErrorMessages.kept);
    await page.unroute('/');
    // A draft makes the form hydrate at once (behavior 1.4).
    await page.goto('/');
    await expect(island(page, 'ContactForm')).toBeAttached();
    await expect(message).toHaveValue('Half a message');
  });
});

test('an error in one part of the page’s script is shown and stops no other part, and a rejected promise shows nothing (behavior 1.4, 6.2)', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/matchMedia is not here/);
  await page.addInitScript(() => {
    window.matchMedia = () => {
      throw new Error('matchMedia is not here');
    };
  });
  await page.goto('/');
  await expect(notices(page, failureMessages.script)).toHaveAttribute('data-kind', 'error');
  await page.evaluate(() => void Promise.reject(new Error('rejected by the test')));
  await (await missingResource(page)).click();
  await expect(notices(page, failureMessages.notFound)).toBeVisible();
  await expect(notices(page)).toHaveCount(2);
});

test('the scripts run even if no first paint is recorded, the browser is never idle and the page never finishes loading (behavior 1.4)', async ({
  page,
}) => {
  await page.clock.install();
  const release = await holdBack(page, '**/slow.png');
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
    window.requestIdleCallback = (run, { timeout = 1e6 } = {}) => Number(setTimeout(run, timeout));
    addEventListener('DOMContentLoaded', () => {
      document.body.append(Object.assign(new Image(), { src: '/slow.png' }));
    });
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.clock.fastForward(5000);
  await scripted(page);
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
  release();
});

test('islands are fetched when the visitor moves, unless the browser saves data, and run when they are reached (behavior 1.4, 10.5)', async ({
  page,
}) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    const [, name] = /\/_astro\/([\w-]+)\.[^/]*\.js$/.exec(request.url()) ?? [];
    if (name) scripts.add(name);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await scripted(page);
  expect([...scripts]).toEqual(['page-script']);
  const fetched = page.waitForResponse(islandsFile);
  await page.mouse.move(5, 5);
  await fetched;
  expect([...scripts]).toEqual(['page-script', 'islands']);
  await expect(asleep(page)).toHaveCount(3);
  await page.getByRole('slider').hover();
  await expect(asleep(page)).toHaveCount(2);
  await expect(island(page, 'ThresholdFigure')).toBeAttached();
  // The form hydrates one screen before it is in view.
  await page.locator('#resources').scrollIntoViewIfNeeded();
  await expect(island(page, 'ContactForm')).toBeAttached();
  await page.goto('about:blank');
  await page.goto(`/#contact?service=${firstService.id}`);
  await expect(control(page, 'serviceType')).toHaveValue(firstService.id);
  await expect(asleep(page)).toHaveCount(2);

  // The blank page ends late requests of the page before.
  await page.goto('about:blank');
  scripts.clear();
  await page.addInitScript(() => {
    sessionStorage.clear();
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/terms');
  await page.goto('/');
  await scripted(page);
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => scrollY > 0);
  expect([...scripts]).toEqual(['page-script']);
  await page.getByRole('slider').focus();
  await expect(island(page, 'ThresholdFigure')).toBeAttached();
  await expect(island(page, 'VisitorsLine')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(island(page, 'VisitorsLine')).toBeAttached();
});

test('a focused island hydrates after 300 ms, in which its files load, or at once if the visitor changes it (behavior 1.4)', async ({
  page,
}) => {
  const figure = page.locator('astro-island[component-export=ThresholdFigure]');
  const slider = page.getByRole('slider');
  await page.clock.install();
  for (const go of [() => page.clock.runFor(1), () => slider.press('ArrowRight')]) {
    await page.goto('/');
    await expect(slider).toBeVisible();
    await page.clock.runFor(5000);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    const file = page.waitForEvent('requestfinished', (request) => /islands\./.test(request.url()));
    // A script moves the focus, so that nothing else requests the files.
    await slider.evaluate((input) => input.focus());
    await file;
    await page.clock.runFor(299);
    // Hydration would run before this task.
    await page.evaluate(async () => {
      await window.scheduler.postTask(() => undefined, { priority: 'background' });
    });
    await expect(figure).toHaveAttribute('ssr');
    await go();
    await expect(figure).not.toHaveAttribute('ssr');
  }
});

test('a failed script of the page is fetched again when the connection is back, and is enough for notices (behavior 1.4, 5.2)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404|Failed to fetch/);
  const ownScript = '**/_astro/page-script.*.js';
  for (const file of [ownScript, islandsFile]) {
    await page.route(file, (route) => route.fulfill({ status: 404 }));
  }
  const refuse = await holdBack(page, ownScript);
  const refused = page.waitForResponse(ownScript);
  await page.goto('/');
  refuse();
  // From here on, no action of the visitor fetches it again.
  await refused;
  await page.unroute(ownScript);
  await expect
    .poll(async () => {
      await page.evaluate(() => void dispatchEvent(new Event('online')));
      return page.locator('astro-island[component-export=PageScript][ssr]').count();
    })
    .toBe(0);
  await (await missingResource(page)).click();
  await expect(notices(page, failureMessages.notFound)).toBeVisible();
});

test('a file whose connection breaks when it is imported is imported again, and the page keeps its HTML and what was typed (behavior 1.4)', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_CONNECTION_RESET/);
  const broken = new Set<string>();
  await page.route(/\/_astro\/[^?]*\.js/, async (route) => {
    const { pathname } = new URL(route.request().url());
    const isFirst = route.request().resourceType() === 'script' && !broken.has(pathname);
    if (isFirst) broken.add(pathname);
    await (isFirst ? route.abort('connectionreset') : route.continue());
  });
  await page.goto('/#contact');
  await expect.poll(() => broken.size).toBe(2);
  await fillIn(page);
  // Each key that a visitor presses in the form reaches the island again.
  await expect
    .poll(async () => {
      await control(page, 'message').press('End');
      return island(page, 'ContactForm').count();
    })
    .toBe(1);
  await scripted(page);
  expect(await valuesOf(page)).toEqual(typed);
  await button(page).click();
  await expect(sent(page)).toBeVisible();
});

// A page that the browser's translation or extensions have changed.

/** Runs in the page: wraps every text in its own elements, as the browser's translation does. */
const translatePage = (): void => {
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
};

/** Functions that run in the page. Like the originals, they leave out hidden elements. */
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
    // A dark mode.
    document.adoptedStyleSheets.push(new CSSStyleSheet());
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      element.style.color = 'rgb(230, 230, 230)';
    }
  },
};

const figure = (page: Page) => page.locator('#hero figure');

/** Uses the islands as a visitor does, and expects no error notice. */
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
  test(`${name}, before or after hydration: the islands work, and typed text, focus and selection stay (behavior 1.4, 3.1, 3.4, 6.2, 10.3)`, async ({
    page,
    site,
    allowConsole,
  }) => {
    // React's message to developers.
    allowConsole(/Minified React error #418/);
    await open(page);
    await fillIn(page);
    await page.evaluate(`(${change})()`);
    expect(await valuesOf(page)).toEqual(typed);
    await useIslands(page);
    expect(site.stored().at(-1)?.fields).toEqual(typed);

    // The draft is older than the text that is typed before the scripts arrive, but has a field that the text lacks.
    const { role, ...newer } = typed;
    await fillIn(page, { role, message: 'An older draft' });
    await page.addInitScript(`addEventListener('DOMContentLoaded', ${change})`);
    const release = await holdBack(page, '**/_astro/islands.*.js');
    await page.goto('/');
    await fillIn(page, newer);
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

test('the form works if an extension adds copies of a field, such as one to measure its text (behavior 1.4)', async ({
  page,
}) => {
  await open(page);
  await fillIn(page, { ...typed, message: '' });
  await control(page, 'message').evaluate((field) => {
    for (const side of ['before', 'after'] as const) {
      const copy = field.cloneNode() as HTMLElement;
      copy.hidden = true;
      if (side === 'before') copy.removeAttribute('id');
      field[side](copy);
    }
  });
  await button(page).click();
  await expect(formError(page)).toHaveText(validationMessages.message);
  await expect(control(page, 'message').first()).toBeFocused();
  await page.keyboard.type(typed.message);
  await button(page).click();
  await expect(sent(page)).toBeFocused();
});
