import { type RefObject, useEffect, useRef } from 'react';
import { emptyEnquiry, sameEnquiry } from '#enquiry/enquiry.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import { newSubmissionId, readDraft, writeDraft } from '#src/actions/draft.ts';
import { applyPrefill, type Prefill, prefillFromHash } from '#src/actions/prefill.ts';
import { fillForm, readForm } from './form-element.ts';

/** Restores and saves the draft, and fills in what the address asks for (behavior 3.3, 3.4). */
export const useDraft = (
  form: RefObject<HTMLFormElement | null>,
  services: readonly ServiceChoice[],
  restarted: boolean,
) => {
  const prefilled = useRef<Prefill>({});
  const submissionId = useRef('');

  const save = (): void => {
    if (!form.current) return;
    submissionId.current = newSubmissionId();
    writeDraft({
      enquiry: readForm(form.current),
      prefilled: prefilled.current,
      submissionId: submissionId.current,
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form that appears
  useEffect(() => {
    const element = form.current;
    if (!element) return;

    const prefill = (): void => {
      const enquiry = readForm(element);
      const wanted = prefillFromHash(location.hash, services);
      const filled = applyPrefill(enquiry, wanted, prefilled.current);
      if (sameEnquiry(filled, enquiry)) return;
      fillForm(element, filled);
      prefilled.current = wanted;
      save();
    };

    submissionId.current = newSubmissionId();
    if (!restarted) {
      const typed = readForm(element);
      const draft = readDraft();
      // What was typed before this code ran is newer.
      if (draft && (sameEnquiry(typed, emptyEnquiry) || sameEnquiry(typed, draft.enquiry))) {
        fillForm(element, draft.enquiry);
        prefilled.current = draft.prefilled;
        submissionId.current = draft.submissionId;
      } else if (!sameEnquiry(typed, emptyEnquiry)) {
        save();
      }
      prefill();
    }
    window.addEventListener('hashchange', prefill);
    return () => window.removeEventListener('hashchange', prefill);
  }, []);

  return { save, submissionId };
};
