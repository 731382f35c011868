// Imports nothing, because it becomes part of the page's scripts.

export const serviceIds = [
  'risk-strategy',
  'program-build',
  'ai-ml-intelligence',
  'fractional-leadership',
] as const;

/** Values of the form's `serviceType`, which is empty when none was chosen. */
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

export const urgencies = ['normal', 'urgent', 'immediate', 'planning'] as const;

/** In the order in which the form shows them. */
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

export type ServiceId = (typeof serviceIds)[number];
export type ServiceType = (typeof serviceTypes)[number];
export type FieldName = (typeof fieldNames)[number];

export const isOneOf = <const Names extends readonly string[]>(
  names: Names,
  value: unknown,
): value is Names[number] => (names as readonly unknown[]).includes(value);

/** Whose service it is, and how it opens; the legal texts say so. */
export const serviceStates = {
  form: ['own', 'service'],
  booking: ['own', 'tab', 'popup'],
  newsletter: ['own', 'frame', 'link'],
} as const;

export type ServicesInUse = {
  [Name in keyof typeof serviceStates]: (typeof serviceStates)[Name][number];
};
