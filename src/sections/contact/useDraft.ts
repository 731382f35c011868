import { type RefObject, useEffect, useRef, useState } from 'react';
import { emptyEnquiry, readEnquiry, sameEnquiry } from '#enquiry/enquiry.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import { newSubmissionId, readDraft, writeDraft } from '#src/actions/draft.ts';
import { applicable, type Prefill, prefillFromHash, untouched } from '#src/actions/prefill.ts';
import { fillForm, readForm } from './form-element.ts';

/** The values that an address asked for, and whether all of them are in the form. */
export interface FilledIn {
  /** The number of addresses so far that asked for values. */
  count: number;
  wanted: Prefill;
  isComplete: boolean;
}

/** Restores and saves the draft, and fills in what the address asks for (behavior 3.3, 3.4). */
export const useDraft = (
  form: RefObject<HTMLFormElement | null>,
  services: readonly ServiceChoice[],
  restarted: boolean,
  onRestore: () => void,
) => {
  const [filledIn, setFilledIn] = useState<FilledIn | null>(null);
  const prefilled = useRef<Prefill>({});
  const submissionId = useRef('');

  const save = (): void => {
    if (!form.current) return;
    const enquiry = readForm(form.current);
    submissionId.current = newSubmissionId();
    prefilled.current = untouched(prefilled.current, enquiry);
    writeDraft({ enquiry, prefilled: prefilled.current, submissionId: submissionId.current });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form that appears
  useEffect(() => {
    const element = form.current;
    if (!element) return;

    const prefill = (): void => {
      const wanted = prefillFromHash(location.hash, services);
      if (!wanted) return;
      const enquiry = readForm(element);
      const fillingIn = applicable(wanted, enquiry, prefilled.current);
      const filled = { ...enquiry, ...fillingIn };
      const isComplete = sameEnquiry(filled, { ...filled, ...wanted });
      setFilledIn((last) => ({ count: (last?.count ?? 0) + 1, wanted, isComplete }));
      if (sameEnquiry(filled, enquiry)) return;
      fillForm(element, filled);
      prefilled.current = { ...prefilled.current, ...fillingIn };
      save();
    };

    submissionId.current = newSubmissionId();
    if (!restarted) {
      const typed = readForm(element);
      const draft = readDraft();
      // A field that was filled in before this code ran is newer than the draft.
      const enquiry = readEnquiry(({ name }) =>
        draft && typed[name] === emptyEnquiry[name] ? draft.enquiry[name] : typed[name],
      );
      if (draft) {
        fillForm(element, enquiry);
        prefilled.current = draft.prefilled;
        submissionId.current = draft.submissionId;
        // If the address fills in the form, a note announces this instead.
        const isAnnounced = prefillFromHash(location.hash, services) !== null;
        if (!isAnnounced && !sameEnquiry(draft.enquiry, emptyEnquiry)) onRestore();
      }
      if (!sameEnquiry(enquiry, draft?.enquiry ?? emptyEnquiry)) save();
      prefill();
    }
    window.addEventListener('hashchange', prefill);
    return () => window.removeEventListener('hashchange', prefill);
  }, []);

  return { save, submissionId, filledIn };
};
