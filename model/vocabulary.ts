// This module imports nothing, because it becomes part of the page's scripts.

/** Ids that the owner chooses: they begin with a letter, because JavaScript objects list numeric keys first. */
export const idPattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** The ids that `sections` in `content/site.yaml` may name; each has its words in `content/ID.yaml`. */
export const allSections = [
  'hero',
  'services',
  'case-studies',
  'expertise',
  'clients',
  'about',
  'resources',
  'contact',
] as const;

/** The features that `content/site.yaml` can switch off. */
export const switches = ['booking', 'newsletter', 'resources', 'figure'] as const;

export type SectionId = (typeof allSections)[number];

/**
 * The pages on which visitors leave their email address, and the kind of submission that each stores: `/newsletter`,
 * with the words of `embedded.newsletter` in `content/words/`. No text page can have their names.
 */
export const signUps = [{ name: 'newsletter', kind: 'subscriber' }] as const;

export type SignUp = (typeof signUps)[number];

/** The first parts of the form backend's addresses, which no text page can have. */
export const backendNames: readonly string[] = [
  ...['api', 'book', 'booking', 'booking.ics', 'calendar.ics', 'healthz'],
  ...signUps.map(({ name }) => name),
];

/** The length in minutes of a general conversation, about no particular service (behavior 4.1). */
export const generalConsultation = 30;

/** Returns the path of our own booking page for a length. */
export const bookingPath = (minutes: number): '/book' | `/book/${number}` =>
  minutes === generalConsultation ? '/book' : `/book/${minutes}`;

/** The value of the form's `serviceType` for a need that no listed service covers. */
export const otherService = 'other';

/** Values of the form's `interestedIn`. */
export const inquiryTypes = [
  'general',
  'consultation',
  'pricing',
  'partnership',
  'speaking',
  'resources',
] as const;

/** The days from Monday, as ISO 8601 counts them. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** The id of the résumé among the downloads. */
export const resumeId = 'resume';

export const isOneOf = <const Names extends readonly string[]>(
  names: Names,
  value: unknown,
): value is Names[number] => (names as readonly unknown[]).includes(value);

const analyticsStates = ['none', 'own', 'service'] as const;

/** The ways in which each service can be provided and opened, for pages such as the privacy policy. */
export const serviceStates = {
  form: ['own', 'service'],
  booking: ['none', 'own', 'tab', 'popup'],
  newsletter: ['none', 'own', 'frame', 'link'],
  analytics: analyticsStates,
  analyticsKept: analyticsStates,
} as const;

export type ServicesInUse = {
  [Name in keyof typeof serviceStates]: (typeof serviceStates)[Name][number];
};
