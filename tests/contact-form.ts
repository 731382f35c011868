import type { Page } from '@playwright/test';

/** The contact form as a test uses it. */

/** An enquiry that passes every rule, with no default among its values. */
export const typed = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  company: 'Engines',
  role: 'Head of risk',
  interestedIn: 'partnership',
  serviceType: 'risk-strategy',
  urgency: 'planning',
  message: 'First line\nsecond line',
};

export type FieldName = keyof typeof typed;

const names = Object.keys(typed) as FieldName[];

export const control = (page: Page, name: FieldName) =>
  page.locator(`#contact-form [name="${name}"]`);

export const button = (page: Page) => page.locator('#contact-form button[type=submit]');

/** The live region that has something to say; the others wait, empty. */
export const alert = (page: Page) =>
  page.locator('#contact-form').getByRole('alert').filter({ hasText: /\S/ });

export const sent = (page: Page) => page.getByRole('heading', { name: 'Message Sent!' });

export const fillIn = async (page: Page, values: Partial<typeof typed> = typed): Promise<void> => {
  for (const [name, value] of Object.entries(values)) {
    const field = control(page, name as FieldName);
    if (['interestedIn', 'serviceType', 'urgency'].includes(name)) await field.selectOption(value);
    else await field.fill(value);
  }
};

/** What the form holds now. */
export const valuesOf = (page: Page) =>
  page.locator('#contact-form').evaluate((form, fields) => {
    const data = new FormData(form as HTMLFormElement);
    return Object.fromEntries(fields.map((name) => [name, data.get(name)]));
  }, names as string[]);
