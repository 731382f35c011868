import { identity } from '../identity.ts';

/** Where the office is, as people write it: Seattle, WA. */
export const officeName = `${identity.office.city}, ${identity.office.region}`;

/** What texts of `content/` can name in braces. */
const details: Record<string, string> = {
  firm: identity.firm,
  person: identity.person,
  email: identity.email,
  office: officeName,
};

const braces = /\{(\w+)\}/g;

/** @returns what is wrong with the {braces} of a text; null when each names a detail of the owner */
export const findUnknownDetail = (text: string): string | null => {
  const unknown = [...text.matchAll(braces)].find(([, name = '']) => !Object.hasOwn(details, name));
  const known = Object.keys(details).map((detail) => `{${detail}}`);
  return unknown ? `${unknown[0]} is not known; use ${known.join(', ')}` : null;
};

/**
 * Puts the owner's details into a text: {firm}, {person}, {email}, {office}.
 * @param file where the text stands
 * @throws Error naming the file and the braces when there is no such detail
 */
export const fillIdentity = (text: string, file: string): string => {
  const mistake = findUnknownDetail(text);
  if (mistake) throw new Error(`${file}: ${mistake}`);
  return text.replace(braces, (_, name: string) => details[name] ?? '');
};
