import { type Enquiry, readEnquiry } from '#enquiry/enquiry.ts';
import { fields } from '#enquiry/fields.ts';

/** Reads the form, whose fields belong to the browser (behavior 10.3). */
export const readForm = (form: HTMLFormElement): Enquiry => {
  const data = new FormData(form);
  return readEnquiry(({ name }) => data.get(name));
};

/** Fills in the form; values that a select does not offer are left out. */
export const fillForm = (form: HTMLFormElement, enquiry: Enquiry): void => {
  for (const { name } of fields) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.value = enquiry[name];
    }
    if (control instanceof HTMLSelectElement) {
      const offered = Array.from(control.options, ({ value }) => value);
      if (offered.includes(enquiry[name])) control.value = enquiry[name];
    }
  }
};
