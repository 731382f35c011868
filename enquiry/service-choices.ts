import { contact } from '#content/contact.ts';
import { services } from '#content/services.ts';
import { otherService } from '#model/vocabulary.ts';

/** A value of the form's `serviceType`. */
export interface ServiceChoice {
  id: string;
  title: string;
  /** The message with which it fills in an empty form (behavior 3.3). */
  message?: string;
}

/** A property of the form, so that the page's scripts do not contain the texts of the services. */
export const serviceChoices: readonly ServiceChoice[] = [
  ...services.items.map(({ id, title, message }) => ({ id, title, message })),
  { id: otherService, title: contact.form.otherService },
];
