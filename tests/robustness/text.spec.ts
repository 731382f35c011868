import { embedded } from '#content/embedded.ts';
import { emailBodies, submissionMessages } from '#content/messages.ts';
import { bookButton } from '../booking-page.ts';
import { expect, open, test } from '../fixtures.ts';
import { naughtyStrings as texts } from '../naughty-strings.ts';

// What is typed is sent, stored and carried by links, and no layout breaks. What runs changes the title, and
// what the policy keeps from it is a console message.

const names = ['firstName', 'lastName', 'email', 'company', 'role', 'message'] as const;
type Row = Record<(typeof names)[number], string>;

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

/** Runs in the page: sends each row twice; the first time the service refuses it with words of its own. */
const sendRows = async ([given, words]: [Row[], readonly string[]]) => {
  const section = document.querySelector('#contact') as HTMLElement;
  const until = async (selector: string): Promise<HTMLElement> => {
    for (const end = performance.now() + 20_000; performance.now() < end; ) {
      const found = section.querySelector<HTMLElement>(selector);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    throw new Error(`nothing came: ${section.innerText}`);
  };
  let refusal: string | null = null;
  const { fetch } = window;
  window.fetch = async (address, options) =>
    options?.method === 'POST' && refusal !== null
      ? new Response(JSON.stringify({ message: refusal }), { status: 500 })
      : fetch(address, options);
  let booking = '';
  const location = { replace: (url: string) => (booking = url) };
  window.open = () => ({ opener: null, close() {}, location }) as unknown as Window;
  const isTooWide = () => document.documentElement.scrollWidth > innerWidth;

  const outcomes = [];
  for (const [index, row] of given.entries()) {
    const form = (await until('#contact-form')) as HTMLFormElement;
    const controlOf = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
    const typed = { ...row };
    for (const [name, value] of Object.entries(row)) {
      const control = controlOf(name);
      control.value = value;
      // FormData turns a lone surrogate into U+FFFD.
      typed[name as keyof Row] = control.value.toWellFormed();
    }
    form.dispatchEvent(new Event('input', { bubbles: true }));
    section.querySelector<HTMLElement>('[data-action=schedule]')?.click();
    const press = () => form.querySelector<HTMLElement>('button[type=submit]')?.click();
    refusal = words[index] ?? '';
    press();
    const email = (await until('#contact-form-error a[href^=mailto]')) as HTMLAnchorElement;
    const banner = section.querySelector('#contact-form-error p')?.textContent ?? '';
    const isWide = isTooWide();
    // A second try after a failure takes a while, one after a mistake does not.
    controlOf('firstName').value = '';
    press();
    await until('[aria-invalid=true]');
    controlOf('firstName').value = typed.firstName;
    refusal = null;
    press();
    const sent = await until('h3[tabindex="-1"]');
    outcomes.push({ typed, banner, booking, mailto: email.href, isTooWide: isWide || isTooWide() });
    sent.parentElement?.querySelector('button')?.click();
  }
  return outcomes;
};

test.use({ viewport: { width: 320, height: 640 } });

test(`${texts.length} strings through each field are stored and carried on as they were typed (behavior 3.6, 3.8, 4.1)`, async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/^contact_form: status 500/);
  await open(page);
  const title = await page.title();
  const before = site.stored().length;
  const outcomes = await page.evaluate(sendRows, [rows, texts] as [Row[], readonly string[]]);
  await expect(page).toHaveTitle(title);
  const stored = site.stored().slice(before);
  expect(stored).toHaveLength(rows.length);
  for (const [index, { typed, banner, mailto, booking, isTooWide }] of outcomes.entries()) {
    expect.soft(stored[index]?.fields, `stored ${index}`).toMatchObject(typed);
    expect.soft(isTooWide, `width ${index}`).toBe(false);
    const words = textAt(index).trim() || submissionMessages.failed;
    expect.soft(banner.slice(0, 299), `banner ${index}`).toBe(words.slice(0, 299));

    const { firstName, lastName, email, company, message } = typed;
    const name = `${firstName} ${lastName}`;
    const body = [message, '', name, company, '', 'About: general'].join('\r\n');
    const carried = new URL(mailto).searchParams.get('body') ?? '';
    const isCut = encodeURIComponent(body).length > 1500;
    if (isCut) expect.soft(carried, `email ${index}`).toContain(emailBodies.shortened);
    else expect.soft(carried, `email ${index}`).toBe(body.replace(/\r?\n/g, '\r\n'));

    const query = new URL(booking).searchParams;
    for (const [key, value] of Object.entries({
      name: name.trim(),
      email,
      a1: company,
      a2: message,
    })) {
      const found = query.get(key) ?? '';
      // Servers refuse long addresses, so they are cut.
      const isShort = found.endsWith('…') && booking.length > 5000;
      const expected = isShort ? `${value.slice(0, found.length - 1)}…` : value;
      expect.soft(found, `booking ${index}, ${key}`).toBe(expected);
    }
  }
});

test('the booking page shows the strings as they are, and breaks at no width (behavior 9.2)', async ({
  page,
  site,
}) => {
  const fields = ['name', 'company', 'message', 'times'] as const;
  for (let index = 0; index < texts.length; index += fields.length) {
    const given = fields.map((_, field) => `x${textAt(index + field)}`);
    // A long address is refused; from a short one the page is filled in.
    const prefill = new URLSearchParams(
      given
        .slice(0, 3)
        .map((text, field) => [['name', 'a1', 'a2'][field] ?? '', text.slice(0, 500)]),
    );
    await page.goto(`/book?email=ada%40example.com&${prefill}`);
    const read = (values: string[] | null) =>
      page.locator('form').evaluate(
        (form, [all, texts]) =>
          all.map((name, field) => {
            const control = (form as HTMLFormElement).elements.namedItem(name) as HTMLInputElement;
            if (texts) control.value = texts[field] ?? '';
            return control.value.toWellFormed();
          }),
        [[...fields], values] as const,
      );
    const filledIn = await read(null);
    const typed = await read(given);
    const asHtml = (text: string) => text.replaceAll('\0', '\uFFFD');
    expect
      .soft(filledIn.slice(0, 3))
      .toEqual(typed.slice(0, 3).map((text) => asHtml(text.slice(0, 500).toWellFormed())));
    await page.getByRole('radio', { name: embedded.calendar.none }).check();
    await bookButton(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(embedded.booking.done.title);
    expect.soft(await page.title()).toContain(embedded.booking.done.title);
    const [name, company, message, times] = typed;
    expect.soft(site.stored().at(-1)?.fields).toMatchObject({ name, company, message, times });
    const shown = await page.locator('dd').allTextContents();
    const expected = [name, 'ada@example.com', company, message, times];
    expect.soft(shown).toEqual(expected.map((text) => text?.replaceAll('\0', '')));
    const tooWide = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect.soft(await page.evaluate(tooWide), `page ${index}`).toBe(0);
  }
});
