import { type Enquiry, readEnquiry } from '#enquiry/enquiry.ts';
import { type Field, fields } from '#enquiry/fields.ts';

/** Returns the id of a field's control. The control's name depends on the form service. */
export const fieldId = (name: Field['name']): string => `field-${name}`;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns a field's control. Not by `namedItem`, which returns a list if an extension has added a copy of the field. */
export const controlOf = (form: HTMLFormElement, name: Field['name']): Control | null =>
  form.querySelector(`#${fieldId(name)}`);

/** Reads the values from the controls, because only the browser holds them (behavior 10.3). */
export const readForm = (form: HTMLFormElement): Enquiry =>
  readEnquiry(({ name }) => controlOf(form, name)?.value);

/** Fills in the form; values that a select does not offer are left out. */
export const fillForm = (form: HTMLFormElement, enquiry: Enquiry): void => {
  for (const { name } of fields) {
    const control = controlOf(form, name);
    if (!control) continue;
    const isOffered =
      !(control instanceof HTMLSelectElement) ||
      Array.from(control.options, ({ value }) => value).includes(enquiry[name]);
    // Set only if it differs: in Chromium, Orca announces a select even if it is set to the same value.
    if (isOffered && control.value !== enquiry[name]) control.value = enquiry[name];
  }
};

/**
 * Runs a function in the second frame from now, when screen readers know the new content. Does not run it if the
 * visitor has moved the focus meanwhile, because frames can be late. @returns a function that cancels it
 */
export const afterPaint = (run: () => void): (() => void) => {
  const { activeElement } = document;
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      if (document.activeElement === activeElement) run();
    });
  });
  return () => cancelAnimationFrame(frame);
};
