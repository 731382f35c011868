import { inquiryTypes, isOneOf } from '#content/schema/vocabulary.ts';
import { type Enquiry, emptyEnquiry } from '#enquiry/enquiry.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import { parseSectionHash } from '#src/section-hash.ts';

export const prefillFields = ['interestedIn', 'serviceType', 'message'] as const;
export type Prefill = Partial<Pick<Enquiry, (typeof prefillFields)[number]>>;

/**
 * What an address such as #contact?service=program-build&inquiry=pricing fills in (behavior 3.3).
 */
export const prefillFromHash = (hash: string, services: readonly ServiceChoice[]): Prefill => {
  const target = parseSectionHash(hash);
  if (target?.section !== 'contact') return {};
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
  return prefill;
};

/** Adds a prefill to an enquiry, but keeps what the visitor typed or chose (behavior 3.3). */
export const applyPrefill = (enquiry: Enquiry, prefill: Prefill, earlier: Prefill): Enquiry => {
  const result = { ...enquiry };
  for (const field of prefillFields) {
    const value = prefill[field];
    const held = enquiry[field];
    const own = held.trim() !== emptyEnquiry[field] && held !== earlier[field];
    if (value !== undefined && !own) result[field] = value;
  }
  return result;
};
