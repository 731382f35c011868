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

/**
 * Puts the owner's details into a text: {firm}, {person}, {email}, {office}.
 * @param file where the text stands
 * @throws Error naming the file and the braces when there is no such detail
 */
export const fillIdentity = (text: string, file: string): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = details[name];
    if (value === undefined) {
      const known = Object.keys(details).map((detail) => `{${detail}}`);
      throw new Error(`${file}: {${name}} is not known; use ${known.join(', ')}`);
    }
    return value;
  });
