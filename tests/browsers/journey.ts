import type { AxeResults, RunOptions } from 'axe-core';
import { availability } from '#content/availability.ts';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { failureMessages, notificationMessages, validationMessages } from '#content/messages.ts';
import { fill } from '#content/schema/fill.ts';
import { legalPaths } from '#content/schema/legal-pages.ts';
import type { Service } from '#content/schema/schema.ts';
import { navigation } from '#content/schema/sections.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { draftKey } from '#src/actions/stored-draft.ts';
import { numberWriters, readNumberFormat } from '#src/sections/hero/format-number.ts';
import { readThreshold } from '#src/threshold/model.ts';
import { axeOptions, axeScript, judge } from '../accessibility/axe.ts';
import { typed } from '../contact-form.ts';
import { type Driver, evaluate, type Json, type Key, waitFor } from './driver.ts';

const { formatShare } = numberWriters(readNumberFormat(site.language, site.currency));
const [firstService, lastService] = [services.items[0], services.items.at(-1)] as [
  Service,
  Service,
];

export interface Visit {
  driver: Driver;
  site: string;
  /** The same, where no script runs. */
  siteWithoutScripts: string;
  /** The same, where each script answers 404 at first. */
  siteWithLateScripts: string;
  /** Oldest first. */
  stored: () => { kind: string; fields: Record<string, string> }[];
}

const textOf = (driver: Driver, selector: string, expected: string): Promise<void> =>
  waitFor(
    driver,
    expected,
    (query) => (document.querySelector(query)?.textContent ?? '').replace(/\s+/g, ' ').trim(),
    selector,
  );

/** The menu's button holds the words of both its states, and shows one. */
const saysButton = (driver: Driver, expected: string): Promise<void> =>
  waitFor(
    driver,
    expected,
    () => document.querySelector<HTMLElement>('[popovertarget=menu]')?.innerText.trim() ?? '',
  );

const exists = (driver: Driver, selector: string, expected = true): Promise<void> =>
  waitFor(driver, expected, (query) => document.querySelector(query) !== null, selector);

const focusIsOn = (driver: Driver, selector: string): Promise<void> =>
  waitFor(driver, true, (query) => document.activeElement?.matches(query) ?? false, selector);

const pathIs = (driver: Driver, expected: string): Promise<void> =>
  waitFor(driver, expected, () => location.pathname + location.hash);

const fieldHolds = (driver: Driver, name: string, expected: string): Promise<void> =>
  waitFor(
    driver,
    expected,
    (field) =>
      document.querySelector<HTMLInputElement>(`#contact-form [name="${field}"]`)?.value ?? '',
    name,
  );

/** Islands otherwise wait for a visitor who comes near. */
const hydrated = (driver: Driver): Promise<void> =>
  waitFor(driver, [true, 0], () => {
    const asleep = document.querySelectorAll('astro-island[ssr]');
    for (const island of asleep) island.dispatchEvent(new Event('needed'));
    return [document.querySelector('astro-island') !== null, asleep.length];
  });

/** Keeps the page from gliding under the pointer. */
const jump = (driver: Driver): Promise<void> =>
  evaluate(driver, () => {
    document.documentElement.style.scrollBehavior = 'auto';
  });

/** Acts, and waits until the next page has hydrated. */
const leave = async (driver: Driver, act: () => Promise<unknown>): Promise<void> => {
  const left = String(Date.now());
  await evaluate(
    driver,
    (time) => {
      document.documentElement.dataset.left = time;
    },
    left,
  );
  await jump(driver);
  await act();
  await exists(driver, `html[data-left="${left}"]`, false);
  await hydrated(driver);
  await jump(driver);
};

const open = async ({ driver, site }: Visit, path = '/'): Promise<void> => {
  await driver.goto('about:blank');
  await driver.goto(site + path);
  await hydrated(driver);
  await exists(driver, 'html[data-deferred]', false);
  // The page's script sets this when it starts.
  await waitFor(driver, true, () => document.documentElement.style.scrollPaddingTop.endsWith('px'));
  await jump(driver);
  await evaluate(driver, () => {
    const faults: string[] = [];
    Object.assign(window, { faults });
    window.addEventListener('error', ({ message }) => faults.push(message));
    document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
      faults.push(`${violatedDirective} ${blockedURI}`),
    );
  });
};

const noFaults = (driver: Driver): Promise<void> =>
  waitFor(driver, [], () => (window as unknown as { faults: string[] }).faults);

const focusOn = (driver: Driver, selector: string): Promise<void> =>
  evaluate(driver, (query) => document.querySelector<HTMLElement>(query)?.focus(), selector);

const enter = async (driver: Driver, selector: string, text: string): Promise<void> => {
  await evaluate(
    driver,
    (query) => {
      const field = document.querySelector<HTMLInputElement>(query);
      field?.focus();
      field?.select();
    },
    selector,
  );
  await driver.type(text);
};

const choose = (driver: Driver, name: string, value: string): Promise<void> =>
  evaluate(
    driver,
    (field, choice) => {
      const select = document.querySelector<HTMLSelectElement>(`[name="${field}"]`);
      if (!select) return;
      select.value = choice;
      select.dispatchEvent(new Event('input', { bubbles: true }));
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    name,
    value,
  );

const enquiry = {
  ...typed,
  company: 'Engines & Sons',
  message: 'Ünïcödé, "quotes" and <tags>, in every engine.',
};

const fillIn = async (driver: Driver): Promise<void> => {
  for (const [name, value] of Object.entries(enquiry)) {
    if (['interestedIn', 'serviceType', 'urgency'].includes(name)) {
      await choose(driver, name, value);
    } else {
      await enter(driver, `#contact-form [name="${name}"]`, value);
    }
  }
};

const bookingTabOpens = async (driver: Driver, site: string): Promise<void> => {
  const end = Date.now() + 15_000;
  for (;;) {
    const tabs = await driver.tabs();
    if (tabs.length === 2 && tabs.some((tab) => tab.startsWith(`${site}/book`))) break;
    if (Date.now() > end) throw new Error(`the tabs are ${tabs.join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await driver.closeOtherTabs();
};

const submitButton = '#contact-form button[type=submit]';
const card = '[aria-label="Notifications"] [role=group]';
const firstCard = '#services details:first-of-type';
const question = (number: number) => `#contact details:nth-of-type(${number})`;

const expectNoViolations = async (driver: Driver): Promise<void> => {
  await driver.call(`() => { ${axeScript}; return null; }`, []);
  const results = await evaluate(
    driver,
    async (options) => {
      const { axe } = window as unknown as {
        axe: { run: (part: Document, options: unknown) => Promise<AxeResults> };
      };
      const { violations, incomplete } = await axe.run(document, options);
      return JSON.stringify({ violations, incomplete });
    },
    axeOptions as RunOptions as Json,
  );
  const { violations } = judge(JSON.parse(results));
  if (violations.length > 0) throw new Error(violations.join('\n'));
};

const widen = (driver: Driver): Promise<void> => driver.resize(1280, 800);

/** Each engine and each try has its own: a mailbox can have few open bookings. */
const randomMailbox = (): string => `${crypto.randomUUID()}@example.com`;

const mostTabs = 100;

/** As somebody does who has no pointer. */
const tabTo = async (driver: Driver, selector: string): Promise<void> => {
  for (let presses = 0; presses < mostTabs; presses++) {
    await driver.press('Tab');
    const isThere = await evaluate(
      driver,
      (query) => document.activeElement?.matches(query) ?? false,
      selector,
    );
    if (isThere) return;
  }
  throw new Error(`${mostTabs} times Tab did not reach ${selector}`);
};

const lastLink = `footer a[href="${legalPaths.at(-1)}"]`;

/** Presses a key until something has the focus; throws at what is under the fixed header meanwhile. */
const walkClear = async (driver: Driver, key: Key, last: string): Promise<void> => {
  for (let presses = 0; presses < mostTabs; presses++) {
    await driver.press(key);
    await waitFor(driver, '', () => {
      const [focused, header] = [document.activeElement, document.querySelector('header')];
      // What has the focus in a frame is a part of it.
      if (!focused || !header || focused.closest('header, [href="#content"], iframe')) return '';
      const { top, height } = focused.getBoundingClientRect();
      const { bottom } = header.getBoundingClientRect();
      const fits = height < innerHeight - bottom;
      return fits && top < bottom - 1 ? `${focused.outerHTML.slice(0, 90)} at ${top}` : '';
    });
    if (await evaluate(driver, (query) => document.activeElement?.matches(query), last)) return;
  }
  throw new Error(`${mostTabs} times ${key} did not reach ${last}`);
};

/** On the narrowest screen (WCAG 1.4.10), by keyboard alone, with axe-core on every page. */
const bookByKeyboard = async ({ driver, stored }: Visit, site: string): Promise<void> => {
  const look = async (title: string): Promise<void> => {
    await textOf(driver, 'h1', title);
    await waitFor(driver, true, () => document.documentElement.scrollWidth <= innerWidth);
    await expectNoViolations(driver);
  };
  const chooseTime = async (): Promise<string> => {
    await tabTo(driver, '[name=time]');
    await driver.press(' ');
    return evaluate(
      driver,
      () => document.querySelector<HTMLInputElement>('[name=time]:checked')?.value ?? '',
    );
  };
  await driver.resize(320, 640);
  const email = randomMailbox();
  await driver.goto(`${site}/book?name=Cy&email=${email}`);
  await look(embedded.calendar.title);
  await chooseTime();
  await tabTo(driver, '[name=email]');
  await driver.press('Enter');
  await look(embedded.calendar.booked.title);

  await tabTo(driver, 'details:has([value=move]) > summary');
  await driver.press('Enter');
  const moved = await chooseTime();
  await tabTo(driver, 'details:has([value=move]) button');
  await driver.press('Enter');
  await exists(driver, 'details[open]:has([value=move])', false);
  await look(embedded.calendar.booked.title);

  await tabTo(driver, 'details:has([value=cancel]) > summary');
  await driver.press('Enter');
  await tabTo(driver, 'details:has([value=cancel]) button');
  await driver.press('Enter');
  await look(embedded.calendar.cancelled.title);
  const last = stored().at(-1);
  if (moved === '' || last?.kind !== 'booking' || last.fields.email !== email) {
    throw new Error(`moved to “${moved}”, the inbox holds ${JSON.stringify(last)}`);
  }
};

/** Steps by what they show, the same in every engine. */
export const journey: Record<string, (visit: Visit) => Promise<void>> = {
  'the home page opens, its scripts take over, and nothing is refused': async (visit) => {
    await widen(visit.driver);
    await open(visit);
    await waitFor(visit.driver, 1, () => document.querySelectorAll('h1').length);
    await noFaults(visit.driver);
  },
  'the sections stand in their order': ({ driver }) =>
    waitFor(driver, ['hero', 'services', 'expertise', 'about', 'resources', 'contact'], () =>
      [...document.querySelectorAll('main section')].map(({ id }) => id),
    ),
  'the site’s own fonts come, and take their place': ({ driver }) =>
    waitFor(driver, [2, true], () => [
      // WebKit loads the faces of the styles as well.
      new Set(
        [...document.fonts]
          .filter(({ family, status }) => !family.includes(' in ') && status === 'loaded')
          .map(({ family }) => family),
      ).size,
      document.querySelector('#hero > [data-fonts="ours"]') !== null,
    ]),
  'the first Tab reaches the skip link, and Enter leads past the header': async ({ driver }) => {
    await driver.press('Tab');
    await focusIsOn(driver, 'a[href="#content"]');
    await driver.press('Enter');
    await pathIs(driver, '/#content');
    await focusIsOn(driver, '#hero-heading');
  },
  'nothing that Tab or Shift+Tab reaches is under the header': async (visit) => {
    const { driver } = visit;
    for (const width of [390, 1280]) {
      await driver.resize(width, 800);
      await open(visit);
      await focusOn(driver, 'a[href="#content"]');
      await walkClear(driver, 'Tab', lastLink);
      await walkClear(driver, 'Shift+Tab', 'a[href="#content"]');
    }
  },
  'the header becomes solid on the way down': async ({ driver }) => {
    await evaluate(driver, () => scrollTo(0, 0));
    await exists(driver, 'header[data-solid="false"]');
    await evaluate(driver, () => scrollTo(0, 200));
    await exists(driver, 'header[data-solid="true"]');
  },
  'the navigation leads to a section, below the header, and puts the focus there': async ({
    driver,
  }) => {
    await driver.click('header nav a[href="#expertise"]');
    await pathIs(driver, '/#expertise');
    await focusIsOn(driver, '#expertise');
    await waitFor(driver, true, () => {
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      const top = document.querySelector('#expertise')?.getBoundingClientRect().top ?? 0;
      return Math.abs(top - header) < 2;
    });
  },
  'back and forward follow': async ({ driver }) => {
    await driver.click('header nav a[href="#contact"]');
    await pathIs(driver, '/#contact');
    await evaluate(driver, () => history.back());
    await pathIs(driver, '/#expertise');
    await focusIsOn(driver, '#expertise');
    await evaluate(driver, () => history.forward());
    await pathIs(driver, '/#contact');
    await focusIsOn(driver, '#contact');
  },
  'the section that is read is marked in the navigation': ({ driver }) =>
    textOf(
      driver,
      'header nav [aria-current]',
      navigation.find(({ section }) => section === 'contact')?.label ?? '',
    ),
  'back returns to the place that was left, and so does a reload': async ({ driver }) => {
    await driver.click('header nav a[href="#expertise"]');
    await focusIsOn(driver, '#expertise');
    const place = await evaluate(driver, () => {
      scrollBy({ top: 250, behavior: 'instant' });
      return Math.round(scrollY);
    });
    const isThere = () => waitFor(driver, place, () => Math.round(scrollY));
    await driver.click('header nav a[href="#contact"]');
    await focusIsOn(driver, '#contact');
    await evaluate(driver, () => history.back());
    await pathIs(driver, '/#expertise');
    await focusIsOn(driver, '#expertise');
    await isThere();
    await leave(driver, () => evaluate(driver, () => location.reload()));
    await focusIsOn(driver, '#expertise');
    await isThere();
  },
  'the threshold follows the keyboard': async ({ driver }) => {
    await evaluate(driver, () => document.querySelector<HTMLElement>('[type=range]')?.focus());
    for (let step = 0; step < 18; step++) await driver.press('ArrowRight');
    const { assumptions } = thresholdFigure;
    const { caught } = readThreshold(Math.min(assumptions.threshold + 18, 100), assumptions);
    await textOf(driver, '#hero figure dd', formatShare(caught));
  },
  'a service card opens': async ({ driver }) => {
    await driver.click(`${firstCard} summary`);
    await exists(driver, `${firstCard}[open]`);
  },
  'Discuss This Service fills in the form': async ({ driver }) => {
    await driver.click(`${firstCard} a[href^="#contact"]`);
    await pathIs(driver, `/#contact?service=${firstService.id}`);
    await fieldHolds(driver, 'serviceType', firstService.id);
    await fieldHolds(driver, 'interestedIn', 'consultation');
    await focusIsOn(driver, '#contact-prefill h3');
  },
  'of the questions one is open at a time': async ({ driver }) => {
    await driver.click(`${question(2)} summary`);
    await exists(driver, `${question(2)}[open]`);
    await waitFor(driver, 1, () => document.querySelectorAll('#contact details[open]').length);
  },
  'and it closes again': async ({ driver }) => {
    await driver.click(`${question(2)} summary`);
    await exists(driver, '#contact details[open]', false);
  },
  'a resource that the catalogue lacks is explained': async ({ driver }) => {
    await evaluate(driver, () => {
      document.querySelector('#services [data-resource]')?.removeAttribute('download');
    });
    await driver.click('#services [data-resource]');
    await waitFor(
      driver,
      true,
      (query, text) => document.querySelector(query)?.textContent?.includes(text) ?? false,
      card,
      failureMessages.notFound,
    );
  },
  'a notice can be dismissed': async ({ driver }) => {
    await driver.click(`${card} button`);
    await exists(driver, card, false);
  },
  'the address is copied, or shown to be copied': async ({ driver }) => {
    await driver.click('[data-action=copy-email]');
    await waitFor(
      driver,
      true,
      (query, ...texts) =>
        texts.some((text) => document.querySelector(query)?.textContent?.includes(text)),
      card,
      notificationMessages.emailCopied,
      fill(notificationMessages.copyRefused, { text: identity.email }),
    );
  },
  'going offline is shown, and coming back': async ({ driver }) => {
    await evaluate(driver, () => void window.dispatchEvent(new Event('offline')));
    await exists(driver, '[data-kind=warning]');
    await evaluate(driver, () => void window.dispatchEvent(new Event('online')));
    await exists(driver, '[data-kind=success]');
    await exists(driver, '[data-kind=warning]', false);
  },
  'scripts that were missing at first are fetched again when the visitor moves': async ({
    driver,
    siteWithLateScripts,
  }) => {
    await driver.goto('about:blank');
    await driver.goto(siteWithLateScripts);
    const isAlive = (island: string) =>
      waitFor(
        driver,
        true,
        (name) => {
          for (const type of ['pointermove', 'pointerover']) {
            const slider = document.querySelector('[type=range]');
            slider?.dispatchEvent(new PointerEvent(type, { bubbles: true }));
          }
          return document.querySelector(`[component-export=${name}]:not([ssr])`) !== null;
        },
        island,
      );
    await isAlive('PageScript');
    await isAlive('ThresholdFigure');
  },
  'the first mistake in the form is shown, marked and focused': async (visit) => {
    const { driver } = visit;
    await open(visit);
    await evaluate(driver, () => sessionStorage.clear());
    await open(visit);
    await driver.click(submitButton);
    await textOf(driver, '#contact-form-error', validationMessages.firstName);
    await focusIsOn(driver, '#field-firstName[aria-invalid=true]');
  },
  'what is typed survives a reload': async (visit) => {
    await fillIn(visit.driver);
    await open(visit);
    for (const [name, value] of Object.entries(enquiry)) {
      await fieldHolds(visit.driver, name, value);
    }
  },
  'a service that fails is explained, with an email that carries what was typed': async ({
    driver,
  }) => {
    await evaluate(driver, () => {
      const original = window.fetch;
      Object.assign(window, { original });
      window.fetch = async () => new Response('{"message":"Out of order"}', { status: 503 });
    });
    await driver.click(submitButton);
    await waitFor(driver, [true, true], () => {
      const panel = document.querySelector('#contact-form-error');
      const said = panel?.textContent?.includes('Out of order');
      const href = (said && panel?.querySelector('a')?.href) || '';
      return [href.startsWith('mailto:'), decodeURIComponent(href).includes('in every engine.')];
    });
  },
  'the next try arrives as it was typed, and says so': async ({ driver, stored }) => {
    await evaluate(driver, () => {
      window.fetch = (window as unknown as { original: typeof fetch }).original;
    });
    await driver.click(submitButton);
    await focusIsOn(driver, '#contact h3[tabindex="-1"]');
    await waitFor(
      driver,
      contact.form.success.heading,
      () => document.activeElement?.textContent ?? '',
    );
    const last = stored().at(-1);
    if (last?.kind !== 'enquiry') throw new Error(`${last?.kind} in the inbox, not an enquiry`);
    for (const [name, value] of Object.entries(enquiry)) {
      if (last.fields[name] !== value) {
        throw new Error(`${name} is "${last.fields[name]}" in the inbox, not "${value}"`);
      }
    }
  },
  'Send Another Message starts anew': async ({ driver }) => {
    await driver.click('#contact h3[tabindex="-1"] ~ p button');
    await focusIsOn(driver, '#field-firstName');
    await fieldHolds(driver, 'message', '');
    await noFaults(driver);
  },
  'Schedule Consultation opens the booking page in a tab that cannot reach back': async ({
    driver,
    site,
  }) => {
    await driver.click('#hero [data-action=schedule]');
    await bookingTabOpens(driver, site);
    await pathIs(driver, '/');
  },
  'a tab that the site opens gets no copy of the draft': async ({ driver, site }) => {
    await enter(driver, '#field-message', 'Half a message');
    await evaluate(driver, () => {
      const open = window.open.bind(window);
      window.open = (...args) => {
        const tab = open(...args);
        Object.assign(window, { openedTab: tab });
        return tab;
      };
    });
    await driver.click('#hero [data-action=schedule]');
    await waitFor(
      driver,
      ['/book', null, true],
      (key) => {
        const { location, sessionStorage: copies } = (window as never as { openedTab: Window })
          .openedTab;
        const isDraftHere = sessionStorage.getItem(key)?.includes('Half a message') ?? false;
        return [location.pathname, copies.getItem(key), isDraftHere];
      },
      draftKey,
    );
    await bookingTabOpens(driver, site);
    await evaluate(driver, () => sessionStorage.clear());
  },
  'a booking is made': async ({ driver, site, stored }) => {
    await driver.goto(
      `${site}${bookingPath(lastService.consultation)}?name=Ada&email=${randomMailbox()}&a1=Engines&a2=Rings`,
    );
    await driver.click('[name=time]');
    await driver.click('form > p button');
    await textOf(driver, 'h1', embedded.calendar.booked.title);
    const last = stored().at(-1);
    if (last?.kind !== 'booking' || last.fields.message !== 'Rings') {
      throw new Error(`the inbox holds ${JSON.stringify(last)}`);
    }
  },
  'without scripts, a time is booked in another zone, and cancelled': async ({
    driver,
    siteWithoutScripts,
    stored,
  }) => {
    const zone = 'Asia/Tokyo';
    const zoneIs = (expected: string): Promise<void> =>
      waitFor(
        driver,
        expected,
        () =>
          document.querySelector<HTMLOptionElement>('[name=zone] option[selected]')?.value ?? '',
      );
    await driver.goto(
      `${siteWithoutScripts}${bookingPath(lastService.consultation)}?name=Bo&email=${randomMailbox()}`,
    );
    // A script would have led to the browser's.
    await zoneIs(availability?.timeZone ?? '');
    await evaluate(
      driver,
      (choice) => {
        const select = document.querySelector<HTMLSelectElement>('[name=zone]');
        if (select) select.value = choice;
      },
      zone,
    );
    await driver.click('details:has(.zone) > summary');
    await driver.click('.zone button');
    await zoneIs(zone);
    await driver.click('[name=time]');
    await driver.click('form > p button');
    await textOf(driver, 'h1', embedded.calendar.booked.title);
    const last = stored().at(-1);
    if (last?.kind !== 'booking' || last.fields.name !== 'Bo') {
      throw new Error(`the inbox holds ${JSON.stringify(last)}`);
    }
    await driver.click('details:has([value=cancel]) > summary');
    await driver.click('details:has([value=cancel]) button');
    await textOf(driver, 'h1', embedded.calendar.cancelled.title);
  },
  'at 320 px, by keyboard alone, a time is booked, moved and cancelled': (visit) =>
    bookByKeyboard(visit, visit.site).finally(() => widen(visit.driver)),
  'and so it is without scripts': (visit) =>
    bookByKeyboard(visit, visit.siteWithoutScripts).finally(() => widen(visit.driver)),
  'the newsletter is subscribed to, in its frame’s page': async ({ driver, site, stored }) => {
    await driver.goto(`${site}/newsletter`);
    await enter(driver, '[name=email]', randomMailbox());
    await driver.click('main button');
    await textOf(driver, 'h1', embedded.newsletter.done.title);
    if (stored().at(-1)?.kind !== 'subscriber') throw new Error('the inbox has no subscriber');
  },
  'the terms open, and lead home': async (visit) => {
    await open(visit, '/terms');
    await textOf(visit.driver, 'h1', site.pages.terms.title);
    await visit.driver.click('article a[href="/"]');
    await pathIs(visit.driver, '/');
  },
  'the privacy policy opens, and its header leads to a section': async (visit) => {
    await open(visit, '/privacy');
    await textOf(visit.driver, 'h1', site.pages.privacy.title);
    await visit.driver.click('header nav a[href="/#resources"]');
    await pathIs(visit.driver, '/#resources');
  },
  ...Object.fromEntries(
    ['/#contact', '/#services', '/?x=1#resources'].map((path) => [
      `${path} opens at its section, with all its scripts`,
      async (visit: Visit) => {
        await open(visit, path);
        await focusIsOn(visit.driver, path.slice(path.indexOf('#')));
        await noFaults(visit.driver);
      },
    ]),
  ),
  'a shared link with a service fills in the form': async (visit) => {
    await open(visit, `/#contact?service=${lastService.id}`);
    await fieldHolds(visit.driver, 'serviceType', lastService.id);
    await fieldHolds(visit.driver, 'interestedIn', 'consultation');
  },
  'such an address is reloaded, left by a link, and come back to, each time with all its scripts':
    async ({ driver }) => {
      await leave(driver, () => evaluate(driver, () => location.reload()));
      await focusIsOn(driver, '#contact-prefill h3');
      await leave(driver, () => driver.click('footer a[href="/terms"]'));
      await leave(driver, () => driver.click('header nav a[href="/#contact"]'));
      await focusIsOn(driver, '#contact');
      await leave(driver, driver.back);
      await leave(driver, driver.back);
      await pathIs(driver, `/#contact?service=${lastService.id}`);
      await fieldHolds(driver, 'serviceType', lastService.id);
    },
  'an unknown address has a page': async (visit) => {
    await open(visit, '/no/such/page');
    await textOf(visit.driver, 'h1', site.notFound.heading);
  },
  'on a phone the menu opens and closes, and gives the focus back': async (visit) => {
    const { driver } = visit;
    await driver.resize(390, 700);
    await open(visit);
    await driver.click('[popovertarget=menu]');
    await exists(driver, '#menu:popover-open');
    await saysButton(driver, site.labels.closeMenu);
    await driver.press('Escape');
    await exists(driver, '#menu:popover-open', false);
    await saysButton(driver, site.labels.menu);
    await focusIsOn(driver, '[popovertarget=menu]');
  },
  'an entry of the menu leads to its section and closes the menu': async ({ driver }) => {
    await driver.click('[popovertarget=menu]');
    await exists(driver, '#menu:popover-open');
    await driver.click('#menu a[href="#about"]');
    await pathIs(driver, '/#about');
    await exists(driver, '#menu:popover-open', false);
    await focusIsOn(driver, '#about');
  },
  'Schedule Consultation in the menu opens the booking page and closes the menu': async ({
    driver,
    site,
  }) => {
    await driver.click('[popovertarget=menu]');
    await exists(driver, '#menu:popover-open');
    await driver.click('#menu [data-action=schedule]');
    await bookingTabOpens(driver, site);
    await exists(driver, '#menu:popover-open', false);
  },
  'the page is as wide as the window': ({ driver }) =>
    waitFor(
      driver,
      true,
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    ),
  'axe-core finds nothing on the home page': async (visit) => {
    await widen(visit.driver);
    await open(visit);
    await expectNoViolations(visit.driver);
  },
  'axe-core finds nothing with a mistake in the form and a card open': async ({ driver }) => {
    await driver.click(`${firstCard} summary`);
    await evaluate(driver, () => {
      const field = document.querySelector<HTMLInputElement>('#field-firstName');
      if (field) field.value = '';
    });
    await driver.click(submitButton);
    await focusIsOn(driver, '[aria-invalid=true]');
    await expectNoViolations(driver);
  },
  'axe-core finds nothing on the booking page': async ({ driver, site }) => {
    await driver.goto(`${site}/book`);
    await expectNoViolations(driver);
  },
};
