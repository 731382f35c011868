/**
 * The fixed names: ids that links, the form, the form backend and the content
 * agree on. No dependencies, so that browsers and the form backend can share it.
 */

/** Sections of the home page, in their order (behavior 1.3). */
export const sectionIds = [
  'hero',
  'services',
  'expertise',
  'about',
  'resources',
  'contact',
] as const;

/** Services (behavior 1.3). */
export const serviceIds = [
  'risk-strategy',
  'program-build',
  'ai-ml-intelligence',
  'fractional-leadership',
] as const;

/** Values of the form's `serviceType`; empty means that none was chosen. */
export const serviceTypes = [...serviceIds, 'other'] as const;

/** Values of the form's `interestedIn`. */
export const inquiryTypes = [
  'general',
  'consultation',
  'pricing',
  'partnership',
  'speaking',
  'resources',
] as const;

/** Values of the form's `urgency`. */
export const urgencies = ['normal', 'urgent', 'immediate', 'planning'] as const;

/** Control names of the contact form, in the order in which the form shows them. */
export const fieldNames = [
  'firstName',
  'lastName',
  'email',
  'company',
  'role',
  'interestedIn',
  'serviceType',
  'urgency',
  'message',
] as const;

export type SectionId = (typeof sectionIds)[number];
export type ServiceId = (typeof serviceIds)[number];
export type ServiceType = (typeof serviceTypes)[number];
export type InquiryType = (typeof inquiryTypes)[number];
export type Urgency = (typeof urgencies)[number];
export type FieldName = (typeof fieldNames)[number];

/**
 * Whether a value is one of a fixed list of names, narrowing its type.
 * @example isOneOf(serviceTypes, 'other') // true
 */
export const isOneOf = <const Names extends readonly string[]>(
  names: Names,
  value: unknown,
): value is Names[number] => (names as readonly unknown[]).includes(value);
