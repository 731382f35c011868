import type { BookingPrefill } from '#enquiry/booking-providers.ts';
import { fullName } from '#enquiry/full-name.ts';
import { isRecord } from '#enquiry/record.ts';
import { readStored } from '#src/browser-storage.ts';

export const draftKey = 'contact_draft';

/** Its values may be anything. */
interface StoredDraft {
  enquiry: Record<string, unknown>;
  prefilled?: unknown;
  submissionId?: unknown;
}

/** Returns the draft that this tab has stored; null if nothing can be read. */
export const readStoredDraft = (): StoredDraft | null => {
  const stored = readStored('sessionStorage', draftKey);
  return isRecord(stored) && isRecord(stored.enquiry)
    ? { ...stored, enquiry: stored.enquiry }
    : null;
};

/** Returns the draft's values for the booking page; the form's own rules would be many times as much code. */
export const readBookingPrefill = (): BookingPrefill => {
  const { enquiry = {} } = readStoredDraft() ?? {};
  const text = (name: string): string => {
    const value = enquiry[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    name: fullName({ firstName: text('firstName'), lastName: text('lastName') }),
    email: text('email'),
    company: text('company'),
    message: text('message'),
  };
};
