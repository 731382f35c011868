import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { type Detail, fill, findUnknownDetail } from './fill.ts';
import { formatPhone, phoneDigits } from './phone.ts';

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
 * Fills in the owner's details, and leaves the placeholders in `others` unchanged.
 * @param print changes a detail before it is put in, such as `escapeMarkdown`
 * @throws Error that names `file` and the unknown braces
 */
export const fillIdentity = (
  text: string,
  file: string,
  others?: readonly string[],
  print = (detail: string): string => detail,
): string => {
  const mistake = findUnknownDetail(text, others);
  if (mistake) throw new Error(`${file}: ${mistake}`);
  return fill(text, (name) => {
    const detail = details[name as Detail];
    return detail === undefined ? undefined : print(detail);
  });
};
