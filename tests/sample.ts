import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';

/** Whether the content is still the sample that comes with the project. */
export const isSample = identity.person === 'Robin Example' && site.language === 'en-US';

/** The reason to skip a test of the sample’s own words, facts or pictures. */
export const notSample = 'content/ is not the sample’s any more';
