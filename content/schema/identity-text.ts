import { identity } from '../identity.ts';
import { fill } from './fill.ts';

const { city, region } = identity.office;

/** Such as `Seattle, WA`; the city alone where there is no region. */
export const officeName = region ? `${city}, ${region}` : city;

const details: Record<string, string> = {
  firm: identity.firm,
  person: identity.person,
  email: identity.email,
  office: officeName,
};

/** Null when all {braces} of a text are known. */
export const findUnknownDetail = (text: string): string | null => {
  const braces = [...text.matchAll(/\{(\w+)\}/g)];
  const unknown = braces.find(([, name = '']) => !Object.hasOwn(details, name));
  const known = Object.keys(details).map((detail) => `{${detail}}`);
  return unknown ? `${unknown[0]} is not known; use ${known.join(', ')}` : null;
};

/** Fills in the owner's details. @throws Error that names `file` and the unknown braces */
export const fillIdentity = (text: string, file: string): string => {
  const mistake = findUnknownDetail(text);
  if (mistake) throw new Error(`${file}: ${mistake}`);
  return fill(text, details);
};
