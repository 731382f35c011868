import type { Page } from '@playwright/test';
import { contact } from '#content/contact.ts';
import { services } from '#content/services.ts';
import type { Enquiry } from '#enquiry/enquiry.ts';
import { type Field, fields } from '#enquiry/fields.ts';

/** A valid enquiry without default values. */
export const typed: Enquiry = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  company: 'Engines',
  role: 'Head of risk',
  interestedIn: 'partnership',
  serviceType: services.items[0]?.id ?? '',
  urgency: 'planning',
  message: 'First line\nsecond line',
};

export const control = (page: Page, name: Field['name']) =>
  page.locator(`#contact-form #field-${name}`);

export const button = (page: Page) => page.locator('#contact-form button[type=submit]');

/** The form's mistake, or the panel about a submission that failed. */
export const formError = (page: Page) => page.locator('#contact-form-error');

export const sent = (page: Page) =>
  page.getByRole('heading', { name: contact.form.success.heading });

export const fillIn = async (page: Page, values: Partial<Enquiry> = typed): Promise<void> => {
  for (const { name, control: kind } of fields) {
    const value = values[name];
    if (value === undefined) continue;
    if (kind === 'select') await control(page, name).selectOption(value);
    else await control(page, name).fill(value);
  }
};

export const submit = async (page: Page, values?: Partial<Enquiry>): Promise<void> => {
  await fillIn(page, values);
  await button(page).click();
};

export const valuesOf = async (page: Page): Promise<Record<string, string>> => {
  const entries = fields.map(async ({ name }) => [name, await control(page, name).inputValue()]);
  return Object.fromEntries(await Promise.all(entries));
};
