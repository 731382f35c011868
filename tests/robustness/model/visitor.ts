import type { Browser, BrowserContext, Locator, Page, Route } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { notificationLabels } from '#content/messages.ts';
import type { Enquiry } from '#enquiry/enquiry.ts';
import { valuesOf } from '../../contact-form.ts';
import { type Answer, type Place, serviceWords, settling } from './model.ts';

interface Watch {
  /** Requests of scripts without an answer. */
  unanswered: number;
  /** What live regions said, and notices that took the focus. */
  said: string[];
  /** Where the page stood when something was clicked. */
  clickedAt: number;
  /** What had the focus last, other than a notice. */
  control: Element | null;
  /** The notice that came last since the last look. */
  newest: Element | null;
  /** Pixels at the foot of the window, at most, that notices stood in. */
  height: number;
  /** Where the sections stand; a card that is opened moves them. */
  layout: () => string;
}

declare global {
  var watch: Watch;
}

/** Runs in each document before its own scripts. */
const watchPage = (): void => {
  const watch: Watch = {
    unanswered: 0,
    said: [],
    clickedAt: 0,
    control: null,
    newest: null,
    height: 0,
    layout: () =>
      [...document.querySelectorAll('main > section')]
        .map((section) => Math.round(section.getBoundingClientRect().top + scrollY))
        .join(' '),
  };
  globalThis.watch = watch;
  const { fetch } = window;
  window.fetch = async (...request) => {
    watch.unanswered++;
    try {
      return await fetch(...request);
    } finally {
      watch.unanswered--;
    }
  };
  // A browser that blocks tabs; a policy would block them from the next document on only.
  const { open } = window;
  window.open = (...request) => (request[1] === '_blank' ? null : open.apply(window, request));
  document.addEventListener(
    'click',
    () => {
      watch.clickedAt = scrollY;
    },
    { capture: true },
  );
  const card = '[data-kind]';
  const met = new WeakSet<Element>();
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const notice = target.closest(card);
    if (!notice) watch.control = target;
    else if (notice.hasAttribute('aria-labelledby') && !met.has(notice)) {
      met.add(notice);
      watch.said.push(wordsOf(notice));
    }
  });
  // Nothing may have it: a hash takes it away.
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (target === watch.control && !relatedTarget) watch.control = null;
  });
  const regions = '[role=alert], [role=status]';
  const wordsOf = (node: Node): string => {
    const text = (node instanceof Element && node.querySelector('p')) || node;
    return (text.textContent ?? '').replace(/\s+/g, ' ').trim();
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const inRegion = element?.closest(regions);
      if (type === 'characterData' && inRegion) watch.said.push(wordsOf(target));
      for (const node of addedNodes) {
        if (node instanceof Element && node.matches(card)) watch.newest = node;
        if (inRegion) watch.said.push(wordsOf(node));
        else if (node instanceof Element) {
          // It would not be spoken: behavior 10.11.
          for (const region of [node, ...node.querySelectorAll('*')]) {
            if (region.matches(regions) && wordsOf(region)) {
              watch.said.push(`nothing, but shows: ${wordsOf(region)}`);
            }
          }
        }
      }
    }
    const { top = innerHeight } =
      document.querySelector(card)?.closest('section')?.getBoundingClientRect() ?? {};
    watch.height = Math.max(watch.height, innerHeight - top);
  }).observe(document, { childList: true, characterData: true, subtree: true });
};

/** What can be seen and heard, and what is wrong whatever the model says. */
const look = async ({ heading, labels }: { heading: string; labels: { region: string } }) => {
  await window.scheduler.postTask(() => undefined, { priority: 'background' });
  const wordsOf = (element: Element | null | undefined): string =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const wrong: string[] = [];
  const { activeElement: focused, body } = document;
  const isVisible = focused?.checkVisibility({ visibilityProperty: true });
  if (focused !== body && (!isVisible || focused?.closest('[inert]'))) {
    wrong.push(`the focus is on something that is not shown: ${focused?.outerHTML.slice(0, 100)}`);
  }

  const region = document.querySelector(`section[aria-label="${labels.region}"]`);
  const cards = [...(region?.querySelectorAll('[data-kind]') ?? [])];
  const menu = document.querySelector('#menu');
  const isMenuOpen = menu?.matches(':popover-open') ?? false;
  if (region && cards.length > 0) {
    const frame = region.getBoundingClientRect();
    const { top, left, right, bottom } = frame;
    if (top < 0 || left < 0 || right > innerWidth || bottom > innerHeight) {
      wrong.push('the notices stand outside the window');
    }
    for (const card of cards) {
      const box = card.getBoundingClientRect();
      const start = box.top - top + region.scrollTop;
      const isReached = start >= -1 && start + box.height <= region.scrollHeight + 1;
      if (
        !isReached ||
        box.height > frame.height + 1 ||
        box.left < left - 1 ||
        box.right > right + 1
      )
        wrong.push(`no scrolling shows all of the notice “${wordsOf(card)}”`);
    }
    const newest = watch.newest?.isConnected ? watch.newest.getBoundingClientRect() : null;
    if (newest && (newest.top < top - 1 || newest.bottom > bottom + 1)) {
      wrong.push(`the newest notice is not in view: “${wordsOf(watch.newest)}”`);
    }
    const control = focused && region.contains(focused) ? watch.control : focused;
    const spot = control?.getBoundingClientRect();
    const isBeside = !spot || spot.right <= left || spot.left >= right;
    const isClear = isBeside || spot.bottom <= top || spot.top >= innerHeight;
    const room = top - (document.querySelector('header')?.offsetHeight ?? 0);
    // Later, the visitor may scroll.
    if (newest && control !== body && !isClear && spot.height <= room) {
      wrong.push(`a notice covers what has the focus: ${control?.outerHTML.slice(0, 100)}`);
    }
    if (isMenuOpen && menu && menu.getBoundingClientRect().bottom > top + 1) {
      wrong.push('the menu stands over the notices');
    }
    const end = document.querySelector('footer')?.lastElementChild?.getBoundingClientRect();
    const scrollLeft = document.documentElement.scrollHeight - innerHeight - scrollY;
    // What is left of the page below it is empty.
    if (end && end.bottom - scrollLeft > top + 20) {
      wrong.push('no scrolling brings the end of the page from under the notices');
    }
  }

  const form = document.querySelector('#contact-form');
  const error = document.querySelector('#contact-form-error');
  const isSubmitting = form?.querySelector('[type=submit][aria-disabled=true]');
  const failure = [...(error?.querySelectorAll(':scope > div > div > p') ?? [])]
    .map(wordsOf)
    .join(' ');
  const state = !form
    ? 'sent'
    : isSubmitting
      ? 'submitting'
      : !error
        ? 'editing'
        : error.matches('p')
          ? `invalid: ${wordsOf(error)}`
          : `failed: ${failure}`;
  const acknowledgement = [...document.querySelectorAll('#contact h3, #contact p')].find(
    (element) => wordsOf(element) === heading,
  );
  return {
    wrong,
    address: location.pathname + location.hash,
    menu: isMenuOpen,
    notices: cards.map((card) => wordsOf(card.querySelector('p'))).sort(),
    form: state,
    isAcknowledged: acknowledgement !== undefined,
    unanswered: watch.unanswered,
    said: watch.said,
  };
};

const patience = 3000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A visitor in a real browser, with a clock that stands still. */
export class Visitor {
  posts = 0;
  asked = 0;
  saved = 0;
  /** Whatever should not happen: console messages, requests to others. */
  unexpected: string[] = [];
  submissionAnswer: Answer = 200;
  paperAnswers = new Map<string, Answer>();
  isOffline = false;

  readonly page: Page;
  private readonly otherTab: Page;
  private readonly context: BrowserContext;
  private readonly url: string;

  private constructor(page: Page, otherTab: Page, context: BrowserContext, url: string) {
    this.page = page;
    this.otherTab = otherTab;
    this.context = context;
    this.url = url;
  }

  static async start(browser: Browser, url: string): Promise<Visitor> {
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
    await context.clock.install({ time: new Date('2026-03-04T10:00:00Z') });
    await context.clock.pauseAt(new Date('2026-03-04T10:00:01Z'));
    await context.addInitScript(watchPage);
    const otherTab = await context.newPage();
    const visitor = new Visitor(await context.newPage(), otherTab, context, url);
    await visitor.serve();
    await otherTab.goto('/', { waitUntil: 'commit' });
    await visitor.untilReady(otherTab);
    return visitor;
  }

  private async serve(): Promise<void> {
    const { context } = this;
    const refuse = (route: Route) =>
      route.abort(this.isOffline ? 'internetdisconnected' : 'connectionreset');
    await context.route('**/api/submit', async (route) => {
      if (this.isOffline) return refuse(route);
      this.posts++;
      const answer = this.submissionAnswer;
      if (answer === 'lost') return refuse(route);
      if (answer === 'none') return;
      const message = serviceWords[answer];
      await route.fulfill({ status: answer, json: { success: answer === 200, message } });
    });
    await context.route('**/*.pdf', async (route) => {
      const request = route.request();
      const isAsking = request.method() === 'HEAD';
      if (isAsking && this.isOffline) return refuse(route);
      if (isAsking) this.asked++;
      const answer = this.paperAnswers.get(new URL(request.url()).pathname) ?? 200;
      if (answer === 'lost') return refuse(route);
      if (answer === 'none') return;
      const headers = { 'content-disposition': 'attachment' };
      await route.fulfill({
        status: answer,
        headers,
        contentType: 'application/pdf',
        body: '%PDF',
      });
    });
    // One that comes late would move the page.
    await context.route('**/*.woff2', (route) => route.abort());
    this.page.on('download', () => this.saved++);
    context.on('console', (message) => {
      const text = message.text();
      const isExpected = /^(?:Failed to load resource|contact_form: |resource_download: )/.test(
        text,
      );
      if (['error', 'warning'].includes(message.type()) && !isExpected) this.unexpected.push(text);
    });
    context.on('weberror', (error) => this.unexpected.push(String(error.error())));
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== this.url) this.unexpected.push(request.url());
    });
  }

  /** Starts anew, as after a restart of the browser. */
  async begin(width: number, height: number): Promise<void> {
    await this.context.setOffline(false);
    this.isOffline = false;
    // For another origin, such as that of about:blank, the browser would start a process each time.
    await this.page.goto('/robots.txt', { waitUntil: 'commit' });
    await this.page.evaluate(() => sessionStorage.clear());
    await this.page.setViewportSize({ width, height });
    await this.messageInOtherTab.evaluate((field: HTMLTextAreaElement) => {
      field.value = '';
    });
    this.posts = this.asked = this.saved = 0;
    await this.page.goto('/', { waitUntil: 'commit' });
    await this.untilReady();
  }

  async end(): Promise<void> {
    await this.context.close();
  }

  /** Waits until islands are alive, all is laid out, the header is measured, the hash was followed, and a draft was said. */
  async untilReady(page = this.page): Promise<void> {
    const isReady = () => {
      const asleep = document.querySelectorAll('astro-island[ssr]');
      for (const island of asleep) island.dispatchEvent(new Event('needed'));
      return (
        document.readyState !== 'loading' &&
        asleep.length === 0 &&
        document.querySelector<HTMLFormElement>('#contact-form')?.noValidate !== false &&
        document.documentElement.style.scrollPaddingTop !== '' &&
        !document.querySelector('html[data-deferred]')
      );
    };
    while (!(await page.evaluate(isReady))) await page.clock.runFor(250);
    await page.clock.runFor(settling);
  }

  /** Lets time go by; what scripts ask for then is answered. */
  async pass(milliseconds: number, unanswered: number): Promise<void> {
    await this.context.clock.runFor(milliseconds);
    const deadline = Date.now() + patience;
    const isSettled = async (count: number) => {
      await window.scheduler.postTask(() => undefined, { priority: 'background' });
      return watch.unanswered === count;
    };
    while (!(await this.page.evaluate(isSettled, unanswered)) && Date.now() < deadline) {
      await pause(5);
    }
  }

  get messageInOtherTab(): Locator {
    return this.otherTab.locator('#field-message');
  }

  /** Lets time go by until the page leads on to another. */
  async passAndLeave(milliseconds: number, path: string): Promise<void> {
    await Promise.all([
      this.page.waitForURL(path, { waitUntil: 'domcontentloaded', timeout: patience }),
      this.context.clock.runFor(milliseconds),
    ]);
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.isOffline = isOffline;
    await this.context.setOffline(isOffline);
  }

  async click(target: Locator): Promise<void> {
    await target.click({ timeout: 3 * patience });
    // A pointer that rests on a notice stops its time.
    await this.page.mouse.move(0, 300);
  }

  /** Where the page stands, or stood at the last click. */
  async place(at: 'now' | 'click' = 'now'): Promise<Place & { top: number }> {
    return this.page.evaluate(
      (when) => ({ top: when === 'now' ? scrollY : watch.clickedAt, layout: watch.layout() }),
      at,
    );
  }

  /** @param hasNews whether the page may have scrolled what has the focus clear of a notice */
  async isAt(place: Place, hasNews: boolean): Promise<boolean> {
    return this.page.evaluate(
      ([expected, mayMove]) => {
        const end = document.documentElement.scrollHeight - innerHeight;
        if ('top' in expected) {
          const isComparable = watch.layout() === expected.layout;
          const moved = Math.abs(scrollY - Math.min(expected.top, end));
          if (!isComparable || moved <= (mayMove ? watch.height + 24 : 2)) return true;
          // A control that reached below the window comes into view whole, and no farther.
          const focused = document.activeElement?.getBoundingClientRect();
          const padding = getComputedStyle(document.documentElement).scrollPaddingBottom;
          const edge = innerHeight - Number.parseFloat(padding);
          return mayMove && focused !== undefined && Math.abs(focused.bottom - edge) <= 2;
        }
        if (mayMove) return true;
        const section = document.getElementById(expected.section);
        if (expected.section === 'hero' || !section) return scrollY === 0;
        const { bottom } = document.querySelector('header')?.getBoundingClientRect() ?? {
          bottom: 0,
        };
        const distance = section.getBoundingClientRect().top - bottom;
        return Math.abs(distance) <= 2 || (scrollY >= end - 2 && distance > 0);
      },
      [place, hasNews] as const,
    );
  }

  /** As the browser's own help with forms does. */
  async autofill(values: Enquiry): Promise<void> {
    await this.page.evaluate((all) => {
      for (const [name, value] of all) {
        const field = document.getElementById(`field-${name}`) as HTMLInputElement;
        field.value = value;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    }, Object.entries(values));
  }

  async look() {
    const { heading } = contact.form.success;
    const seen = await this.page.evaluate(look, { heading, labels: notificationLabels });
    const values = seen.form === 'sent' ? null : await valuesOf(this.page);
    const { posts, asked, saved, unexpected } = this;
    return { ...seen, values, posts, asked, saved, unexpected };
  }

  /**
   * The next look hears and sees what comes from now on.
   * @returns where the page stands now
   */
  async lookAway(): Promise<Place> {
    return this.page.evaluate(() => {
      watch.said.length = 0;
      watch.newest = null;
      watch.height = 0;
      return { top: scrollY, layout: watch.layout() };
    });
  }
}
