import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { contact } from '#content/contact.ts';
import { notificationMessages, submissionMessages } from '#content/messages.ts';
import { services } from '#content/services.ts';
import { type Enquiry, emptyEnquiry, validateEnquiry } from '#enquiry/enquiry.ts';
import { navigation } from '#model/sections.ts';
import { button, typed as complete, control, fillIn, valuesOf } from '../contact-form.ts';
import { expect, notices, scheduleIn, test } from '../fixtures.ts';

// A visitor acts in a random order; `look` and `settle` check what holds after each action.

const { WALKS = '6', WALK_SEED = '49' } = process.env;
const pick = <Of>(all: readonly Of[], chance: number): Of => all[chance % all.length] as Of;
const sizeOf = (chance: number) => ({ width: pick([1280, 320, 640], chance), height: 480 });

/** Runs in the page: some browsers block tabs and refuse copies. */
const prepare = (refuses: boolean): void => {
  if (refuses) window.open = () => null;
  const writeText = async () => refuses && Promise.reject(new Error('refused'));
  Object.assign(navigator.clipboard ?? {}, { writeText });
};

/** Runs in the page. @returns what a visitor sees, and faults that no action may cause */
const look = async (known: string[]) => {
  await window.scheduler.postTask(() => undefined, { priority: 'background' });
  const asleep = document.querySelectorAll('astro-island[ssr]');
  for (const island of asleep) island.dispatchEvent(new Event('needed'));
  const faults: string[] = [];
  const check = (isRight: unknown, fault: string) => void (isRight || faults.push(fault));
  const fits = (one: DOMRect, other: DOMRect) =>
    (['top', 'left'] as const).every((side) => one[side] > other[side] - 1) &&
    (['bottom', 'right'] as const).every((side) => one[side] < other[side] + 1);
  const { activeElement: focused, body, documentElement: root } = document;
  const region = document.querySelector('[data-notifications]') ?? body;
  const frame = region.getBoundingClientRect();
  const cards = [...region.querySelectorAll<HTMLElement>('[data-kind]')];
  const [newest, another] = cards.filter(({ innerText }) => !known.includes(innerText));
  check(root.scrollWidth <= root.clientWidth, 'the page scrolls sideways');
  check(focused?.checkVisibility({ visibilityProperty: true }), 'the focus is hidden');
  check(!focused?.closest('[inert]'), 'the focus is on what is inert');
  check(!cards[0] || fits(frame, new DOMRect(0, 0, innerWidth, innerHeight)), 'a notice is cut');
  if (newest && !another) {
    const box = newest.getBoundingClientRect();
    check(fits(box, frame) || box.height > frame.height, 'the newest notice is not in view');
    const isApart = focused && !focused.contains(region) && !region.contains(focused);
    check(!isApart || !fits(focused.getBoundingClientRect(), frame), 'a notice covers the focus');
  }
  const form = document.querySelector('#contact-form');
  const outcomes = document.querySelectorAll<HTMLElement>('[id$=-error], #contact h3[tabindex]');
  return {
    faults,
    isHome: location.pathname === '/',
    isReady: asleep.length === 0 && !root.hasAttribute('data-deferred'),
    address: location.pathname + location.hash,
    isMenuOpen: document.querySelector('#menu:popover-open') !== null,
    form: !form ? 'sent' : form.querySelector('[aria-disabled=true]') ? 'sending' : 'open',
    words: [...cards, ...outcomes].map(({ innerText }) => innerText),
    notices: cards.length,
  };
};

type Act = (chance: number) => unknown;

/** @param deeds two numbers for each action: one selects the action, the other its random details */
const visit = async (page: Page, url: string, refuses: boolean, deeds: number[][]) => {
  let seen: Awaited<ReturnType<typeof look>>;
  let values = emptyEnquiry;
  /** The typed or chosen values, until they are sent. */
  let typed: Partial<Enquiry> = {};
  let known: string[] = [];
  let [index, loads, isOffline] = [0, 0, false];
  const entries = ['/'];
  const done: string[] = [];
  const expected = { posts: 0, tabs: 0 };
  const met = { posts: 0, tabs: 0, faults: [] as string[] };
  /** The texts that the page has to show now. */
  const owed: string[] = [];
  /** The server's answer, while it is awaited. */
  let answer: Promise<number> | null = null;
  page.setDefaultTimeout(10_000);
  await page.clock.install({ time: '2026-03-04T10:00:00Z' });
  await page.clock.pauseAt('2026-03-04T10:00:01Z');
  const pass = (milliseconds: number) => page.clock.runFor(milliseconds);
  page.on('console', (message) => {
    const isFault = /error|warning/.test(message.type());
    const isExpected = /^(?:Failed to load|contact_form: )/;
    if (isFault && !isExpected.test(message.text())) met.faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => met.faults.push(message));
  page.on('request', (request) => request.url().startsWith(url) || met.faults.push(request.url()));
  page.on('popup', (tab) => tab.close().then(() => met.tabs++));
  page.on('domcontentloaded', () => loads++);
  await page.route('**/api/submit', async (route) => {
    if (!isOffline) met.posts++;
    const status = isOffline ? 0 : await answer;
    // No page receives the answer for a page that the visitor left.
    await (status ? route.fulfill({ status, body: '{}' }) : route.abort()).catch(() => {});
  });
  /** Lets pending work finish, then checks the page. */
  const settle = async () => {
    while (!(await page.evaluate(look, known)).isReady) await pass(100);
    // A pointer that rests on a notice would stop its timer.
    await page.mouse.move(0, 300);
    await pass(200);
    await expect(async () => {
      seen = await page.evaluate(look, known);
      expect([...seen.faults, ...met.faults]).toEqual([]);
      expect(seen.address).toBe(entries[index]);
      expect(met).toMatchObject(expected);
      for (const words of owed) expect(seen.words.join('\n')).toContain(words);
      if (!seen.isHome || seen.form === 'sent') return;
      values = (await valuesOf(page)) as Enquiry;
      const { interestedIn, serviceType, urgency, message, ...rest } = emptyEnquiry;
      expect(values).toMatchObject({ ...rest, ...typed });
    }, done.join(', ')).toPass({ intervals: [5], timeout: 10_000 });
    owed.length = 0;
    known = seen.words;
  };
  const push = (address: string) => entries.splice(++index, Number.POSITIVE_INFINITY, address);
  const next = async () => {
    const [kind = 0, chance = 0] = deeds.shift() ?? [];
    const names = Object.keys(actions);
    const name = pick([...names, ...names.slice(-4)], kind);
    const underMenu = seen.isMenuOpen ? /menu|link|^go/ : /./;
    if (!(seen.isHome ? underMenu : /^go (?:on|back|to)|wait/).test(name)) return;
    done.push(`${name} (${chance})`);
    await actions[name]?.(chance);
    await settle();
  };

  /** Submits and acts meanwhile. @returns the status, 0 if lost, -1 if none in 15 s, null if the page was left */
  const send = async (chance: number, press: () => Promise<unknown>) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const [before, status] = [loads, isOffline ? 0 : pick([200, 500, 0, -1], chance)];
    answer = promise;
    await press();
    await settle();
    for (let more = isOffline ? 0 : (chance >> 4) % 4; more > 0; more--) await next();
    if (status >= 0) resolve(status);
    await pass(status >= 0 ? 500 : 15_000);
    answer = null;
    return loads === before ? status : null;
  };

  const actions: Record<string, Act> = {
    wait: (n) => pass(pick([0, 300, 1000, 4000], n)),
    scroll: (n) => page.evaluate((top) => scrollBy({ top }), pick([-700, 300, 2000], n)),
    'go to another size': (n) => page.setViewportSize(sizeOf(n)),
    'go on by a reload': () => isOffline || page.reload(),
    'go back or forward': (n) => {
      const step = pick([-1, -1, 1], n);
      if (isOffline || entries[index + step] === undefined) return null;
      index += step;
      return page[step < 0 ? 'goBack' : 'goForward']();
    },
    'go offline, or come back': async () => {
      isOffline = !isOffline;
      owed.push(notificationMessages[isOffline ? 'offline' : 'online']);
      await page.context().setOffline(isOffline);
    },
    'press the menu button': () =>
      page.viewportSize()?.width === 1280 || page.locator('header [popovertarget]').click(),
    'dismiss a notice': async (n) => {
      if (seen.notices === 0) return;
      const before = await page.evaluateHandle(() => document.activeElement as Element);
      const dismiss = page.locator('[data-kind] > button').nth(n % seen.notices);
      await dismiss.press(pick(['Enter', 'Escape'], n >> 2));
      const isBack = (element: Element) => element.matches('body, :focus, [data-notifications] *');
      expect(await before.evaluate(isBack), 'the focus is back').toBe(true);
    },
    'copy the address': () => {
      const { emailCopied, copyRefused } = notificationMessages;
      owed.push(refuses ? copyRefused.replace(/\{.*/s, '') : emailCopied);
      return page.getByRole('button', { name: contact.details.copyEmail }).click();
    },
    book: async (n) => {
      if (isOffline) return null;
      await scheduleIn(page.locator('#hero')).press('Enter');
      if (!refuses) return expected.tabs++;
      const notice = notices(page, notificationMessages.schedulePopupBlocked);
      if (n % 2 === 0) return notice.locator('> button').press('Enter');
      await Promise.all([page.waitForURL('**/book'), notice.waitFor().then(() => pass(3000))]);
      return push('/book');
    },
    'fill in the form': async (n) => {
      const parts = [{ firstName: '' }, { email: 'ada' }, { message: 'Words of my own' }];
      const some = parts[n] ?? complete;
      if (seen.form !== 'open') return;
      await fillIn(page, some);
      // Values that an address has filled in do not count as typed.
      const isNew = ([name, value]: string[]) => values[name as keyof Enquiry] !== value;
      typed = { ...typed, ...Object.fromEntries(Object.entries(some).filter(isNew)) };
      values = { ...values, ...some };
    },
    'send the form': async (n) => {
      if (seen.form !== 'open' || answer) return;
      await actions['fill in the form']?.((n >> 6) % 8);
      const { failed, network } = submissionMessages;
      const press = () =>
        n % 2 === 0 ? control(page, 'company').press('Enter') : button(page).dblclick();
      const mistake = validateEnquiry(values);
      if (mistake) owed.push(mistake.message);
      if (mistake) return void (await press());
      if (!isOffline) expected.posts++;
      const status = await send(n >> 1, press);
      if (status === 200) typed = {};
      if (status === null) return;
      owed.push({ 200: contact.form.success.heading, 500: failed }[status] ?? network);
    },
    'write another message': () =>
      seen.form !== 'sent' || page.getByText(contact.form.success.again).click(),
    'follow a link': async (n) => {
      const discuss = `contact?service=${pick(services.items, n >> 4).id}`;
      const hash = pick(['hero', discuss, discuss, ...navigation.map(({ section }) => section)], n);
      const links = page.locator(`${seen.isMenuOpen ? '#menu ' : ''}a[href="#${hash}"]`);
      await links.evaluateAll(([link]) => link?.closest('details')?.setAttribute('open', ''));
      const link = links.filter({ visible: true }).last();
      if ((await link.count()) === 0) return;
      await link.click();
      if (seen.address !== `/#${hash}`) push(hash === 'hero' ? '/' : `/#${hash}`);
      await expect(page.locator('#menu')).toBeHidden();
    },
  };

  await page.goto(url);
  await settle();
  while (deeds.length > 0) await next();
  return met.posts;
};

// The two halves run at the same time.
for (const half of [0, 1]) {
  const seed = 2 * Number(WALK_SEED) + half;

  test(`whatever a visitor does, nothing is lost, hidden or kept silent: ${WALKS} walks from seed ${seed} (behavior 2.1, 3.2, 3.3, 3.4, 3.8, 4.1, 5.2, 6.2)`, async ({
    browser,
    site,
  }) => {
    test.setTimeout(120_000 + Number(WALKS) * 30_000);
    const deed = fc.tuple(fc.nat(239), fc.nat(1023));
    const deeds = fc.noBias(fc.array(deed, { minLength: 20, maxLength: 20 }));
    let posts = 0;
    const walk = fc.asyncProperty(fc.nat(2), fc.boolean(), deeds, async (size, refuses, taken) => {
      await using context = await browser.newContext({ viewport: sizeOf(size) });
      await context.addInitScript(prepare, refuses);
      posts += await visit(await context.newPage(), site.url, refuses, [...taken]);
    });
    await fc.assert(walk, { seed, numRuns: Number(WALKS), endOnFailure: true });
    expect(posts).toBeGreaterThan(2);
  });
}
