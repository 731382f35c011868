import type { BrowserContext } from '@playwright/test';
import { embedded } from '#content/embedded.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import {
  applicationErrorMessages,
  failureMessages,
  failureOptionLabels,
  notificationMessages,
  submissionMessages,
  validationMessages,
} from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { fill } from '#content/schema/fill.ts';
import { legalPages } from '#content/schema/legal-pages.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { receipt } from '#enquiry/form-services/form-service.ts';
import { contact } from '../../content/contact.ts';
import type { SiteUnderTest } from '../../tools/test-site.ts';
import { bookButton, bookTime, chooseTime, sayTimes } from '../booking-page.ts';
import { button, control, fillIn, formError, sent, submit } from '../contact-form.ts';
import {
  expect,
  firstService,
  hydrated,
  laidOut,
  lastService,
  notices,
  open,
  type Page,
  scheduleIn,
} from '../fixtures.ts';
import { throwInIsland } from '../robustness/broken-island.ts';

interface State {
  reach: (test: {
    page: Page;
    context: BrowserContext;
    allowConsole: (...messages: RegExp[]) => void;
    site: SiteUnderTest;
  }) => Promise<void>;
  /** Selector of the part that differs from the home page as it opens. */
  part?: string;
  /** The widest window that has the state, in CSS pixels. */
  maxWidth?: number;
}

/** Keeps notices on the screen. A stopped clock would also stop the short waits of axe-core. */
export const keepNotices = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, delay = 0, ...rest: unknown[]) =>
      start(run, delay >= 1000 ? delay * 1000 : delay, ...rest)) as typeof setTimeout;
  });
};

const subscribe = async (page: Page, email: string): Promise<void> => {
  await page.goto('/newsletter');
  await page.getByLabel(embedded.newsletter.label).fill(email);
  await page.getByRole('button').click();
};

const longMessage = 'A message of some length, which says what it is about.';

const byName: Record<string, State> = {
  'home at first': { reach: ({ page }) => open(page) },
  'home without JavaScript’s help': {
    reach: async ({ page, allowConsole }) => {
      allowConsole(/ERR_FAILED|Error hydrating|dynamically imported/);
      await page.route('**/*.js', (route) => route.abort());
      await page.goto('/');
      await laidOut(page);
    },
  },
  'claims open': {
    part: '#hero',
    reach: async ({ page }) => {
      await open(page);
      for (const summary of await page.locator('#hero summary').all()) await summary.click();
      await expect(page.locator('#hero details[open] dl')).toHaveCount(hero.claims.length);
    },
  },
  'service cards open': {
    part: '#services',
    reach: async ({ page }) => {
      await open(page);
      for (const summary of await page.locator('#services summary').all()) await summary.click();
      await expect(page.getByRole('link', { name: services.labels.discuss })).toHaveCount(
        services.items.length,
      );
    },
  },
  ...Object.fromEntries(
    contact.faq.items.map(({ question, answer }, index): [string, State] => [
      `question ${index + 1} open`,
      {
        part: '#contact',
        reach: async ({ page }) => {
          await open(page);
          const details = page.locator('#contact details').nth(index);
          if (index > 0) await details.locator('summary').click();
          await expect(page.getByText(answer), question).toBeVisible();
        },
      },
    ]),
  ),
  'no question open': {
    part: '#contact',
    reach: async ({ page }) => {
      await open(page);
      await page.locator('#contact details[open] summary').click();
      await expect(page.locator('#contact details[open]')).toHaveCount(0);
    },
  },
  'menu open': {
    maxWidth: 768,
    reach: async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await open(page);
      await page.getByRole('banner').getByRole('button').click();
      await expect(page.getByRole('navigation', { name: site.labels.menu })).toBeVisible();
    },
  },
  'a section reached': {
    reach: async ({ page }) => {
      await open(page, '/#expertise');
      await expect(page.locator('#expertise')).toBeFocused();
    },
  },
  'a mistake in the form': {
    part: '#contact',
    reach: async ({ page }) => {
      await open(page);
      await button(page).click();
      await expect(control(page, 'firstName')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  sending: {
    part: '#contact',
    reach: async ({ page }) => {
      await page.route('**/api/submit', () => {});
      await keepNotices(page);
      await open(page);
      await submit(page);
      await expect(button(page)).toHaveText(contact.form.submitting);
    },
  },
  sent: {
    part: '#contact',
    reach: async ({ page }) => {
      await open(page);
      await submit(page);
      await expect(sent(page)).toBeFocused();
    },
  },
  'about a service, after a message': {
    part: '#contact',
    reach: async ({ page }) => {
      await open(page);
      await submit(page);
      await expect(sent(page)).toBeFocused();
      await page.locator('#services summary').first().click();
      await page.getByRole('link', { name: services.labels.discuss }).first().click();
      await expect(control(page, 'serviceType')).toHaveValue(firstService.id);
      await expect(page.getByText(contact.form.success.heading, { exact: true })).toBeVisible();
    },
  },
  'the form service failed': {
    part: '#contact',
    reach: async ({ page, allowConsole }) => {
      allowConsole(/500|contact_form/);
      await page.route('**/api/submit', (route) =>
        route.fulfill({ status: 500, json: { message: 'The service is being repaired.' } }),
      );
      await open(page);
      await submit(page);
      await expect(formError(page)).toContainText(failureOptionLabels.emailDirectly);
    },
  },
  'the network failed': {
    part: '#contact',
    reach: async ({ page, allowConsole }) => {
      allowConsole(/ERR_FAILED|contact_form/);
      await page.route('**/api/submit', (route) => route.abort());
      await open(page);
      await submit(page);
      await expect(formError(page)).toContainText(submissionMessages.uncertainStoredOnce);
    },
  },
  offline: {
    reach: async ({ page, context, allowConsole }) => {
      allowConsole(/ERR_INTERNET_DISCONNECTED/);
      await keepNotices(page);
      await open(page);
      await context.setOffline(true);
      await expect(notices(page, notificationMessages.offline)).toBeVisible();
      await context.setOffline(false);
      await expect(notices(page, notificationMessages.online)).toBeVisible();
      await context.setOffline(true);
      await expect(notices(page, notificationMessages.offline)).toBeVisible();
    },
  },
  'a blocked popup': {
    reach: async ({ page }) => {
      await keepNotices(page);
      await page.addInitScript(() => {
        window.open = () => null;
      });
      await open(page);
      await scheduleIn(page.locator('#hero')).click();
      await expect(notices(page, notificationMessages.schedulePopupBlocked)).toBeVisible();
    },
  },
  'a download that failed, and a note': {
    reach: async ({ page, allowConsole }) => {
      allowConsole(/404|resource_download/);
      await keepNotices(page);
      await page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      });
      await page.route('**/*.pdf', (route) => route.fulfill({ status: 404 }));
      await open(page);
      await page.getByRole('button', { name: contact.details.copyEmail }).click();
      await expect(
        notices(page, fill(notificationMessages.copyRefused, { text: identity.email })),
      ).toBeVisible();
      await page.getByRole('link', { name: resources.labels.access }).first().click();
      await expect(notices(page, failureMessages.resource_download)).toBeFocused();
    },
  },
  'scheduling that failed': {
    reach: async ({ page, allowConsole }) => {
      allowConsole(/scheduling/);
      await page.addInitScript(() => {
        window.open = () =>
          ({
            close() {},
            set opener(_none: null) {
              throw new Error('refused');
            },
          }) as unknown as Window;
      });
      await open(page);
      await scheduleIn(page.locator('#about')).click();
      await expect(notices(page, failureMessages.scheduling)).toBeFocused();
    },
  },
  'an island that failed': {
    part: '#hero',
    reach: async ({ page, allowConsole }) => {
      allowConsole(/spoilt/);
      await throwInIsland(page, 'threshold-figure');
      await page.goto('/');
      await hydrated(page);
      await page.getByText(applicationErrorMessages.details).click();
      await expect(page.locator('#hero pre')).toBeVisible();
    },
  },
  ...Object.fromEntries(
    legalPages.map((name): [string, State] => [
      name,
      { reach: ({ page }) => open(page, `/${name}`) },
    ]),
  ),
  'not found': {
    reach: ({ page, allowConsole }) => {
      allowConsole(/404/);
      return open(page, '/no/such/page');
    },
  },
  received: { reach: ({ page }) => open(page, '/received') },
  'received, with a message': {
    reach: async ({ page }) => {
      await open(page, receipt.path);
      await expect(page.getByRole('heading', { name: site.received.heading })).toBeVisible();
    },
  },
  'embedded booking': {
    reach: async ({ page }) => {
      await page.goto('/book?name=Ada&email=ada%40example.com');
    },
  },
  'embedded booking with a mistake': {
    reach: async ({ page, allowConsole }) => {
      allowConsole(/400/);
      await page.goto(`${bookingPath(lastService.consultation)}?name=Ada&email=nobody&a2=About`);
      await sayTimes(page);
      await bookButton(page).click();
      await expect(page.getByText(embedded.messages.emailFormat)).toBeVisible();
    },
  },
  'embedded booking without a time': {
    reach: async ({ page, allowConsole }) => {
      allowConsole(/400/);
      await page.goto('/book');
      await bookButton(page).click();
      await expect(page.getByText(embedded.calendar.messages.choose)).toBeVisible();
    },
  },
  'embedded booking of a time that is gone': {
    reach: async ({ page, allowConsole }) => {
      allowConsole(/409/);
      await page.goto('/book?name=Ada&email=ada%40example.com');
      const time = await chooseTime(page);
      const gone = new Date(Date.parse(time) + 60_000).toISOString();
      await page.locator(`[value="${time}"]`).evaluate((input, value) => {
        (input as HTMLInputElement).value = value;
      }, gone);
      await bookButton(page).click();
      await expect(page.getByText(embedded.calendar.nearest)).toBeVisible();
    },
  },
  'embedded booking request': {
    reach: async ({ page }) => {
      await page.goto(`/book?name=Ada&email=ada%40example.com&a1=Engines&a2=${longMessage}`);
      await sayTimes(page);
      await bookButton(page).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(embedded.booking.done.title);
    },
  },
  'embedded booking made, to be changed': {
    reach: async ({ page }) => {
      await bookTime(page);
      await page.getByText(embedded.calendar.move).click();
      await page.getByText(embedded.calendar.cancel, { exact: true }).click();
    },
  },
  'embedded booking cancelled': {
    reach: async ({ page }) => {
      await bookTime(page);
      await page.getByText(embedded.calendar.cancel, { exact: true }).click();
      await page.getByRole('button', { name: embedded.calendar.cancelSubmit }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        embedded.calendar.cancelled.title,
      );
    },
  },
  'embedded booking unknown': {
    reach: async ({ page, allowConsole }) => {
      allowConsole(/404/);
      await page.goto('/booking?key=x');
    },
  },
  'embedded newsletter': {
    reach: async ({ page }) => {
      await page.goto('/newsletter');
    },
  },
  'embedded newsletter with a mistake': {
    reach: async ({ page, allowConsole }) => {
      allowConsole(/400/);
      await subscribe(page, 'nobody');
      await expect(page.getByText(embedded.messages.emailFormat)).toBeVisible();
    },
  },
  'embedded newsletter that could not be stored': {
    reach: async ({ page, allowConsole, site: server }) => {
      allowConsole(/503/);
      const repair = server.breakStore();
      try {
        await subscribe(page, 'reader@example.com');
        await expect(page.getByText(failureMessages.unavailable)).toBeVisible();
      } finally {
        repair();
      }
    },
  },
  'embedded newsletter subscribed': {
    reach: async ({ page }) => {
      await subscribe(page, 'reader@example.com');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        embedded.newsletter.done.title,
      );
    },
  },
  'an enquiry sent back without JavaScript': {
    reach: async ({ page, allowConsole }) => {
      allowConsole(/ERR_FAILED|Error hydrating|dynamically imported|400/);
      await page.route('**/*.js', (route) => route.abort());
      await page.goto('/');
      await fillIn(page);
      await control(page, 'message').fill('    short');
      await button(page).click();
      await expect(page.getByText(validationMessages.messageLength)).toBeVisible();
    },
  },
};

/** Every state that a visitor can meet. */
export const states = Object.entries(byName).map(([name, state]) => ({ name, ...state }));
