import type { BookingPrefill } from '#enquiry/booking-providers.ts';
import { fullName } from '#enquiry/characters.ts';
import { isRecord } from '#model/record.ts';
import { readStored } from '#src/browser.ts';

export const draftKey = 'contact_draft';

/** Returns this tab's stored draft, unchecked; null if nothing can be read. */
export const readStoredDraft = () => {
  const stored = readStored('sessionStorage', draftKey);
  if (!isRecord(stored) || !isRecord(stored.enquiry)) return null;
  const { enquiry, prefilled, submissionId } = stored;
  return { enquiry, prefilled, submissionId };
};

/** Returns the draft's values for the booking page. Importing `enquiry/fields.ts` would enlarge this script. */
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
