import { contact } from '#content/contact.ts';
import { services } from '#content/services.ts';
import { otherService } from '#model/vocabulary.ts';

/** A value of the form's `serviceType`. */
export interface ServiceChoice {
  id: string;
  title: string;
  /** The message that it fills into an empty form (behavior 3.3). */
  message?: string;
}

/** Passed to the form as a property, so that the page's scripts do not contain the texts of the services. */
export const serviceChoices: readonly ServiceChoice[] = [
  ...services.items.map(({ id, title, message }) => ({ id, title, message })),
  { id: otherService, title: contact.form.otherService },
];
