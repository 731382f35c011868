import { type Enquiry, emptyEnquiry } from '#enquiry/enquiry.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import { inquiryTypes, isOneOf } from '#model/vocabulary.ts';
import { parseSectionHash } from '#src/links.ts';

export const prefillFields = ['interestedIn', 'serviceType', 'message'] as const;
export type Prefill = Partial<Pick<Enquiry, (typeof prefillFields)[number]>>;

/**
 * Returns the values that an address such as #contact?service=program-build&inquiry=pricing fills in
 * (behavior 3.3); null if there are none.
 */
export const prefillFromHash = (
  hash: string,
  services: readonly ServiceChoice[],
): Prefill | null => {
  const target = parseSectionHash(hash);
  if (target?.section !== 'contact') return null;
  const inquiry = target.query.get('inquiry');
  const wanted = target.query.get('service');
  const service = services.find(({ id }) => id === wanted);
  const prefill: Prefill = {};
  if (service) {
    prefill.serviceType = service.id;
    prefill.interestedIn = 'consultation';
    if (service.message !== undefined) prefill.message = service.message;
  }
  if (isOneOf(inquiryTypes, inquiry)) prefill.interestedIn = inquiry;
  return Object.keys(prefill).length > 0 ? prefill : null;
};

const pick = (prefill: Prefill, isWanted: (field: keyof Prefill) => boolean): Prefill =>
  Object.fromEntries(Object.entries(prefill).filter(([field]) => isWanted(field as keyof Prefill)));

/** Returns the prefilled values that the visitor has not changed. */
export const untouched = (prefilled: Prefill, enquiry: Enquiry): Prefill =>
  pick(prefilled, (field) => prefilled[field] === enquiry[field]);

/**
 * Returns the values of a prefill that do not replace a visitor's own values (behavior 3.3).
 *
 * @param prefilled the values that addresses filled in and the visitor has not changed
 */
export const applicable = (prefill: Prefill, enquiry: Enquiry, prefilled: Prefill): Prefill =>
  pick(prefill, (field) => {
    const held = enquiry[field];
    return held.trim() === emptyEnquiry[field] || held === prefilled[field];
  });
