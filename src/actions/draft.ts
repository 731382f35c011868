import { type Enquiry, readEnquiry } from '#enquiry/enquiry.ts';
import { fields } from '#enquiry/fields.ts';
import { isRecord } from '#model/record.ts';
import { removeStored, writeStored } from '#src/browser.ts';
import { type Prefill, prefillFields } from './prefill.ts';
import { draftKey, readStoredDraft } from './stored-draft.ts';

interface Draft {
  enquiry: Enquiry;
  /** The values that addresses, not the visitor, filled in. */
  prefilled: Prefill;
  /** The backend stores submissions with the same id only once. */
  submissionId: string;
}

/** 128 random bits. `crypto.randomUUID` would need https. */
export const newSubmissionId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Returns the draft of this tab, or null if none can be read. */
export const readDraft = (): Draft | null => {
  const stored = readStoredDraft();
  if (!stored) return null;
  const { enquiry, prefilled, submissionId } = stored;
  if (!fields.some(({ name }) => typeof enquiry[name] === 'string')) return null;
  const readPrefilled: Prefill = {};
  for (const field of prefillFields) {
    const value = isRecord(prefilled) ? prefilled[field] : undefined;
    if (typeof value === 'string') readPrefilled[field] = value;
  }
  return {
    enquiry: readEnquiry(({ name }) => enquiry[name]),
    prefilled: readPrefilled,
    submissionId: typeof submissionId === 'string' ? submissionId : newSubmissionId(),
  };
};

export const writeDraft = (draft: Draft): void => writeStored('sessionStorage', draftKey, draft);

export const clearDraft = (): void => removeStored('sessionStorage', draftKey);
