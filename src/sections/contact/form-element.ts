import { type Enquiry, readEnquiry } from '#enquiry/enquiry.ts';
import { fields } from '#enquiry/fields.ts';
import type { FieldName } from '#model/vocabulary.ts';

/** Returns the id of a field's control, because the form service decides the names of the controls. */
export const fieldId = (name: FieldName): string => `field-${name}`;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const controlOf = (form: HTMLFormElement, name: FieldName): Control | null =>
  form.elements.namedItem(fieldId(name)) as Control | null;

/** Reads the form, whose fields belong to the browser (behavior 10.3). */
export const readForm = (form: HTMLFormElement): Enquiry => {
  const data = new FormData(form);
  return readEnquiry(({ name }) => data.get(controlOf(form, name)?.name ?? ''));
};

/** Fills in the form; values that a select does not offer are left out. */
export const fillForm = (form: HTMLFormElement, enquiry: Enquiry): void => {
  for (const { name } of fields) {
    const control = controlOf(form, name);
    if (!control) continue;
    const isOffered =
      !(control instanceof HTMLSelectElement) ||
      Array.from(control.options, ({ value }) => value).includes(enquiry[name]);
    // Orca speaks a list whose value is set in Chromium, also when it is the same.
    if (isOffered && control.value !== enquiry[name]) control.value = enquiry[name];
  }
};

/**
 * Runs in the second frame from now: then screen readers know what is on the page. Not if the visitor has
 * moved the focus by then, as the frames of a busy machine are late. @returns cancels it
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
