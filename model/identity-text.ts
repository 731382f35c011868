import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { type Detail, fill } from './fill.ts';
import { formatPhone, phoneDigits } from './phone.ts';
import { mapRecord } from './record.ts';

const { city, region } = identity.office;

/** Such as `Seattle, WA`, or only the city if there is no region. */
export const officeName = region ? `${city}, ${region}` : city;

/** Returns the periods that the privacy policy promises, such as `2 years`; the log shows them in English. */
export const periodsIn = (language: string) => {
  const write = (count: number, unit: 'year' | 'month'): string =>
    count.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long' });
  return {
    retention: write(site.retentionYears, 'year'),
    analyticsRetention: write(site.analyticsMonths, 'month'),
  };
};

const details: Record<Detail, string> = {
  firm: identity.firm,
  person: identity.person,
  email: identity.email,
  phone: formatPhone(identity.phone).replaceAll(' ', '\u00a0'),
  office: officeName,
  country: new Intl.DisplayNames(site.language, { type: 'region' }).of(identity.country) ?? '',
  answerWithin: identity.answerWithin,
  ...periodsIn(site.language),
  phoneDigits: phoneDigits(identity.phone),
  // Includes the space and the parentheses, because an owner may have no hours for calls.
  callHours: identity.incidentHours ? ` (${identity.incidentHours})` : '',
};

/**
 * Fills in the owner's details. Other placeholders stay unchanged: `loadContent` has found the unknown ones.
 * @param print changes a detail before it is put in, such as `escapeMarkdown`
 */
export const fillIdentity = (text: string, print = (detail: string): string => detail): string =>
  fill(text, mapRecord(details, print));
