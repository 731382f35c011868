import type { BrowserContext } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import {
  applicationErrorMessages,
  failureMessages,
  notificationLabels,
  notificationMessages,
  validationMessages,
} from '#content/messages.ts';
import { pages } from '#content/pages.ts';
import { resources } from '#content/resources.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { receipt } from '#enquiry/form-services.ts';
import type { SiteUnderTest } from '#hosting/tests/test-site.ts';
import { fill } from '#model/fill.ts';
import { bookingPath } from '#model/vocabulary.ts';
import { bookButton, bookPastTime, bookTime, chooseTime, sayTimes } from '../booking-page.ts';
import { button, control, fillIn, formError, sent, submit } from '../contact-form.ts';
import {
  breakIsland,
  expect,
  hydrated,
  laidOut,
  lastService,
  notices,
  open,
  type Page,
} from '../fixtures.ts';

export interface State {
  name: string;
  /** Selector of the part that differs from the state before. Default: the whole page. */
  part?: string;
  /** The widest window that has the state, in CSS pixels. */
  maxWidth?: number;
  /** Whether it has controls that no other state has, so that the keyboard walks through it. */
  hasOwnControls?: boolean;
  /** Whether the page is in a frame. The page around the frame then has title, landmarks and headings. */
  isFramed?: boolean;
}

interface Visit {
  page: Page;
  context: BrowserContext;
  allowConsole: (...messages: RegExp[]) => void;
  site: SiteUnderTest;
}

/** The part that shows notices. */
const region = '[data-notifications]';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

const newsletter = (isFramed: boolean) =>
  async function* ({ page, allowConsole, site: server }: Visit): AsyncGenerator<State> {
    allowConsole(/400|503/);
    if (isFramed) {
      // A frame is transparent: this is the color behind it.
      await page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.background = 'var(--paper-deep)';
        });
      });
      await page.route('**/newsletter', async (route) => {
        const headers = { ...route.request().headers(), 'sec-fetch-dest': 'iframe' };
        await route.fulfill({ response: await route.fetch({ headers }) });
      });
    }
    const subscribe = async (email: string, answer: string): Promise<void> => {
      await page.goto('/newsletter');
      await page.getByLabel(embedded.newsletter.label).fill(email);
      await page.getByRole('button').click();
      await expect(page.getByText(answer).first()).toBeVisible();
    };
    await page.goto('/newsletter');
    const main = page.getByRole('main').or(page.getByRole('heading'));
    await expect(main).toHaveCount(isFramed ? 0 : 2);
    yield { name: 'at first', isFramed };
    await subscribe('nobody', embedded.messages.emailFormat);
    yield { name: 'a mistake', isFramed, hasOwnControls: true };
    const repair = server.breakStore();
    await subscribe('reader@example.com', failureMessages.unavailable).finally(repair);
    yield { name: 'not stored', isFramed, hasOwnControls: true };
    await subscribe('reader@example.com', embedded.newsletter.done.title);
    yield { name: 'subscribed', isFramed };
  };

/**
 * Visits that yield one state after the other. At each state the caller may change window, colors, focus and
 * scroll position.
 */
export const visits: Record<string, (visit: Visit) => AsyncGenerator<State>> = {
  async *'home page'({ page }) {
    await open(page);
    yield { name: 'at first', hasOwnControls: true };
    await page.locator('details:not([open]) > summary').evaluateAll((summaries) => {
      for (const summary of summaries) (summary as HTMLElement).click();
    });
    await expect(page.getByText(contact.faq.items.at(-1)?.answer ?? '')).toBeVisible();
    yield { name: 'unfolded', hasOwnControls: true };
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('banner').getByRole('button').click();
    await expect(page.getByRole('navigation', { name: site.labels.menu })).toBeVisible();
    yield { name: 'menu open', part: 'header', maxWidth: 768 };
  },

  async *'without scripts'({ page, allowConsole }) {
    allowConsole(/ERR_FAILED|Error hydrating|dynamically imported|400/);
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/');
    await laidOut(page);
    yield { name: 'home page' };
    await fillIn(page);
    await control(page, 'message').fill('    short');
    await button(page).click();
    await expect(page.getByText(validationMessages.messageLength)).toBeVisible();
    yield { name: 'a mistake', hasOwnControls: true };
  },

  async *'contact form'({ page, allowConsole }) {
    allowConsole(/500|contact_form/);
    const part = '#contact';
    // Stops only long timers, such as a submission's: a stopped clock would also stop the short waits of axe-core.
    await page.addInitScript(() => {
      const start = window.setTimeout.bind(window);
      const wait = (run: () => void, delay = 0) => start(run, delay > 9999 ? 9e6 : delay);
      Object.assign(window, { setTimeout: wait });
    });
    await open(page);
    await button(page).click();
    await expect(control(page, 'firstName')).toHaveAttribute('aria-invalid', 'true');
    yield { name: 'a mistake', part, hasOwnControls: true };

    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/submit', async (route) => {
      await released;
      await route.fulfill({ status: 500, json: { message: 'The service is being repaired.' } });
    });
    await submit(page);
    await expect(button(page)).toHaveText(contact.form.submitting);
    yield { name: 'sending', part };
    await page.locator('#services summary').first().focus();
    release();
    await expect(notices(page, 'The service is being repaired.')).toBeVisible();
    yield { name: 'failed while the visitor was elsewhere', part: region };
    await notices(page).getByRole('button', { name: notificationLabels.showForm }).click();
    await expect(formError(page)).toBeFocused();
    yield { name: 'the service failed', part, hasOwnControls: true };

    await page.unroute('**/api/submit');
    await button(page).click();
    await expect(sent(page)).toBeVisible();
    yield { name: 'sent', part, hasOwnControls: true };
    await page.locator('#services summary').last().click();
    await page.getByRole('link', { name: services.labels.discuss }).last().click();
    await expect(control(page, 'serviceType')).toHaveValue(lastService.id);
    yield { name: 'about a service, after a message', part };
  },

  async *notices({ page, context, allowConsole }) {
    allowConsole(/404|ERR_INTERNET_DISCONNECTED|resource_download/);
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await open(page);
    await page.getByRole('button', { name: contact.details.copyEmail }).click();
    const note = fill(notificationMessages.copyRefused, { text: identity.email });
    await expect(notices(page, note)).toBeVisible();
    await page.route('**/*.pdf', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: resources.labels.access }).first().click();
    await expect(notices(page, failureMessages.resource_download)).toBeFocused();
    yield { name: 'a failure with options', part: region, hasOwnControls: true };
    await context.setOffline(true);
    await expect(notices(page, notificationMessages.offline)).toBeVisible();
    yield { name: 'offline', part: region, hasOwnControls: true };
  },

  async *'part that failed'({ page, allowConsole }) {
    allowConsole(/Cannot destructure/);
    await breakIsland(page, 'ThresholdFigure');
    await page.goto('/');
    await hydrated(page);
    await page.getByText(applicationErrorMessages.details).click();
    await expect(page.locator('#hero pre')).toBeVisible();
    yield { name: 'with its details', part: '#hero', hasOwnControls: true };
  },

  async *'other pages'({ page, allowConsole }) {
    allowConsole(/404/);
    for (const { id: name } of pages) {
      await open(page, `/${name}`);
      yield { name, hasOwnControls: name === 'privacy' };
    }
    await open(page, '/no/such/page');
    yield { name: 'not found', hasOwnControls: true };
    await open(page, receipt.path);
    await expect(page.getByRole('heading', { name: site.received.heading })).toBeVisible();
    yield { name: 'received, with a message' };
  },

  async *'booking page'({ page, allowConsole }) {
    allowConsole(/400|404|409/);
    await page.goto('/book');
    yield { name: 'at first' };
    await bookButton(page).click();
    await expect(page.getByText(embedded.calendar.messages.choose)).toBeVisible();
    yield { name: 'no time chosen' };
    await page.goto(`${bookingPath(lastService.consultation)}?name=Ada&email=nobody&a2=About`);
    await sayTimes(page);
    await bookButton(page).click();
    await expect(page.getByText(embedded.messages.emailFormat)).toBeVisible();
    yield { name: 'a mistake', hasOwnControls: true };
    await bookPastTime(page);
    await expect(page.getByText(embedded.calendar.nearest)).toBeVisible();
    yield { name: 'a time that is gone' };
    await page.goto('/book?name=Ada&email=ada%40example.com&a1=Engines&a2=About+several+matters');
    await sayTimes(page);
    await bookButton(page).click();
    await expect(title(page)).toHaveText(embedded.booking.done.title);
    yield { name: 'requested' };
  },

  async *booking({ page, allowConsole }) {
    allowConsole(/404/);
    await bookTime(page);
    await page.getByText(embedded.calendar.move).click();
    await chooseTime(page);
    await page.getByText(embedded.calendar.cancel, { exact: true }).click();
    yield { name: 'made, to be changed', hasOwnControls: true };
    await page.getByRole('button', { name: embedded.calendar.cancelSubmit }).click();
    await expect(title(page)).toHaveText(embedded.calendar.cancelled.title);
    yield { name: 'cancelled' };
    await page.goto('/booking?key=x');
    yield { name: 'unknown' };
  },

  newsletter: newsletter(false),
  'newsletter in a frame': newsletter(true),
};
