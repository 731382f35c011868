import { identity } from '#content/identity.ts';

/** Whether the content is still the one that the project comes with. */
export const isSample = identity.person === 'Robin Example';

/** Why a test of the sample’s own words, facts or pictures is skipped. */
export const notSample = 'content/identity.ts is not the sample’s any more';
