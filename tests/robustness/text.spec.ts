import { embedded } from '#content/embedded.ts';
import { emailBodies, submissionMessages } from '#content/messages.ts';
import { mailtoLimit } from '#enquiry/mailto.ts';
import { bookButton } from '../booking-page.ts';
import { expect, open, type Page, test } from '../fixtures.ts';
import { naughtyStrings } from '../naughty-strings.ts';

// What is typed is sent, stored and carried by links; nothing runs, and no layout breaks.

const fields = ['firstName', 'lastName', 'email', 'company', 'role', 'message'] as const;
type Row = Record<(typeof fields)[number], string>;

const texts = naughtyStrings;
const textAt = (index: number): string => texts[index % texts.length] ?? '';
const notBlank = (text: string): string => (text.trim() === '' ? `x${text}` : text);

/** From row to row each string moves by one field. */
const rows: Row[] = texts.map((_, index) => ({
  firstName: notBlank(textAt(index)),
  lastName: notBlank(textAt(index + 1)),
  email: `${textAt(index + 2)}@example.com`,
  company: notBlank(textAt(index + 3)),
  role: textAt(index + 4),
  message: `${textAt(index + 5)} and ten more`,
}));

interface Outcome {
  typed: Row;
  /** Of a failure; empty when the row was sent. */
  banner: string;
  mailto: string;
  booking: string;
  isTooWide: boolean;
}

/** Records dialogs; what a policy refuses fails by its console message. */
const watchForScripts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const ran: string[] = [];
    Object.assign(window, { ran });
    for (const name of ['alert', 'confirm', 'prompt'] as const) {
      window[name] = () => {
        ran.push(name);
        return null as never;
      };
    }
  });
};

const expectNothingRan = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => (window as unknown as { ran: string[] }).ran)).toEqual([]);
};

/** Submits each row within the page, and waits for the outcome. */
const submitRows = (page: Page, all: readonly Row[]): Promise<Outcome[]> =>
  page.evaluate(
    async ([given, names]) => {
      const section = document.querySelector('#contact') as HTMLElement;
      const until = async <Found>(find: () => Found | null | undefined | false): Promise<Found> => {
        const end = performance.now() + 20_000;
        for (;;) {
          const found = find();
          if (found) return found;
          if (performance.now() > end) throw new Error(`nothing came: ${section.innerText}`);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      };
      const form = () => section.querySelector<HTMLFormElement>('#contact-form');
      const opened: string[] = [];
      window.open = () =>
        ({
          opener: null,
          close() {},
          location: { replace: (url: string) => opened.push(url) },
        }) as unknown as Window;

      const outcomes: Outcome[] = [];
      for (const row of given) {
        const filled = await until(form);
        const typed = { ...row };
        for (const name of names) {
          const control = filled.elements.namedItem(name) as HTMLInputElement;
          control.value = row[name];
          // FormData turns a lone surrogate into U+FFFD.
          typed[name] = control.value.toWellFormed();
        }
        filled.dispatchEvent(new Event('input', { bubbles: true }));
        section.querySelector<HTMLElement>('[data-action=schedule]')?.click();
        filled.querySelector<HTMLElement>('button[type=submit]')?.click();
        // React removes the last banner in a microtask.
        await new Promise((resolve) => setTimeout(resolve));
        const end = await until(() => {
          const heading = section.querySelector('h3[tabindex="-1"]');
          return heading ?? section.querySelector('#contact-form-error');
        });
        const isSent = end.tagName === 'H3';
        outcomes.push({
          typed,
          banner: isSent ? '' : (end.querySelector('p')?.textContent ?? end.textContent ?? ''),
          mailto: end.querySelector<HTMLAnchorElement>('a[href^=mailto]')?.href ?? '',
          booking: opened.pop() ?? '',
          isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        });
        if (isSent) section.querySelector<HTMLElement>('h3[tabindex="-1"] ~ p button')?.click();
      }
      return outcomes;
    },
    [all, fields] as const,
  );

test.use({ viewport: { width: 320, height: 640 } });

test(`${texts.length} strings through each field are stored as they were typed`, async ({
  page,
  site,
}) => {
  test.setTimeout(300_000);
  await watchForScripts(page);
  await open(page);
  const before = site.stored().length;
  const outcomes = await submitRows(page, rows);
  expect(outcomes.filter(({ banner }) => banner !== '')).toEqual([]);
  const stored = site.stored().slice(before);
  expect(stored).toHaveLength(rows.length);
  for (const [index, { typed }] of outcomes.entries()) {
    expect.soft(stored[index]?.fields, `row ${index}`).toMatchObject(typed);
  }
  expect(outcomes.filter(({ isTooWide }) => isTooWide)).toEqual([]);
  await expectNothingRan(page);
});

test('the links to mail and booking carry what was typed', async ({
  page,
  context,
  allowConsole,
}) => {
  test.setTimeout(300_000);
  allowConsole(/500|contact_form: status 500/);
  await watchForScripts(page);
  await open(page);
  await page.evaluate((all) => {
    let next = 0;
    const { fetch } = window;
    // The page fetches its own files, too.
    window.fetch = async (address, options) =>
      options?.method === 'POST'
        ? new Response(JSON.stringify({ message: all[next++] }), { status: 500 })
        : fetch(address, options);
  }, texts);
  const outcomes = await submitRows(page, rows);
  for (const [index, { typed, banner, mailto, booking, isTooWide }] of outcomes.entries()) {
    const message = textAt(index).trim();
    const words = message || submissionMessages.failed;
    const shown = words.length > 300 ? `${words.slice(0, 300)}…` : words;
    expect.soft(banner.slice(0, 299), `banner ${index}`).toBe(shown.slice(0, 299));
    expect.soft(isTooWide, `width ${index}: ${JSON.stringify(message)}`).toBe(false);

    const body = [
      typed.message,
      '',
      `${typed.firstName} ${typed.lastName}`,
      typed.company,
      '',
      'About: general',
    ].join('\n');
    const email = new URL(mailto).searchParams.get('body');
    if (email?.endsWith(emailBodies.shortened)) {
      expect.soft(mailtoLimit - mailto.length, `email ${index}`).toBeGreaterThanOrEqual(0);
      expect.soft(mailtoLimit - mailto.length, `email ${index}`).toBeLessThan(200);
    } else {
      expect.soft(email, `email ${index}`).toBe(body.toWellFormed().replaceAll('\n', '\r\n'));
    }

    const query = new URL(booking).searchParams;
    const carried = {
      name: `${typed.firstName} ${typed.lastName}`.trim(),
      email: typed.email,
      a1: typed.company,
      a2: typed.message,
    };
    for (const [key, value] of Object.entries(carried)) {
      const found = query.get(key) ?? '';
      // Servers refuse long addresses, so they are cut.
      if (found.endsWith('…') && booking.length > 5000) {
        expect.soft(value.toWellFormed().startsWith(found.slice(0, -1))).toBe(true);
      } else {
        expect.soft(found, `booking ${index} ${key}`).toBe(value.toWellFormed());
      }
    }
  }
  await expectNothingRan(page);

  const answers: { status: number; html: string }[] = [];
  for (const { booking } of outcomes) {
    const response = await page.request.get(booking);
    answers.push({ status: response.status(), html: await response.text() });
  }
  // The site's Trusted Types refuse to parse HTML.
  const empty = await context.newPage();
  const prefilled = await empty.evaluate(
    (all) =>
      all.map(({ status, html }) => {
        const parsed = new DOMParser().parseFromString(html, 'text/html');
        const values: Record<string, string> = {};
        for (const field of parsed.querySelectorAll<HTMLInputElement>('main [name]')) {
          values[field.name] = field.value;
        }
        return { status, values, markup: parsed.querySelectorAll('*').length };
      }),
    answers,
  );
  const markup = prefilled[0]?.markup;
  for (const [index, found] of prefilled.entries()) {
    const query = new URL(outcomes[index]?.booking ?? '').searchParams;
    // The HTML parser turns NUL into U+FFFD.
    const sentIn = (key: string) => (query.get(key) ?? '').replaceAll('\0', '\uFFFD');
    expect.soft(found, `booking page ${index}`).toMatchObject({
      status: 200,
      markup,
      values: {
        name: sentIn('name'),
        email: sentIn('email').replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, ''),
        company: sentIn('a1'),
        message: sentIn('a2'),
      },
    });
  }
});

test('the booking page shows the strings as they are, and breaks at no width', async ({
  page,
  site,
}) => {
  test.setTimeout(300_000);
  await watchForScripts(page);
  const perPage = 4;
  const pages = Math.ceil(texts.length / perPage);
  for (let index = 0; index < pages; index++) {
    const strings = texts.slice(index * perPage, (index + 1) * perPage);
    await page.goto('/book');
    const typed = await page.locator('form').evaluate((form, [name, message, times, company]) => {
      const given = { name, company, message, times };
      const values: Record<string, string> = {};
      for (const [key, value] of Object.entries(given)) {
        const control = (form as HTMLFormElement).elements.namedItem(key) as HTMLInputElement;
        control.value = `x${value ?? ''}`;
        values[key] = control.value;
      }
      const email = (form as HTMLFormElement).elements.namedItem('email') as HTMLInputElement;
      email.value = 'ada@example.com';
      return values;
    }, strings);
    await page.getByRole('radio', { name: embedded.calendar.none }).check();
    await bookButton(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(embedded.booking.done.title);
    // URL-encoding turns lone surrogates into U+FFFD.
    const arrived = Object.fromEntries(
      Object.entries(typed).map(([key, value]) => [key, value.toWellFormed()]),
    );
    expect.soft(site.stored().at(-1)?.fields, `page ${index}`).toMatchObject(arrived);
    const shown = await page
      .locator('dd')
      .evaluateAll((all) => all.map(({ textContent }) => textContent));
    const { name, company, message, times } = arrived;
    const expected = [name, 'ada@example.com', company, message, times];
    expect
      .soft(shown, `page ${index}`)
      .toEqual(expected.map((value) => value?.replaceAll('\0', '')));
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect.soft(tooWide, `page ${index}: ${JSON.stringify(strings)}`).toBe(false);
    await expectNothingRan(page);
  }
});
