import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { parse } from 'tldts';
import { identitySchema } from '#content/schema/schema.ts';
import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/**
 * An email or a phone number that has the form of one and still cannot be one. What has not even the
 * form is the schema's to say.
 */
export const findImpossibleContacts = ({ content: { identity } }: Project): Finding[] => {
  const findings: Finding[] = [];
  const { email, phone } = identitySchema.shape;
  if (email.safeParse(identity.email).success) {
    const host = identity.email.slice(identity.email.lastIndexOf('@') + 1);
    const { domain, isIcann, publicSuffix } = parse(host);
    if (!domain || !isIcann) {
      findings.push({
        severity: 'error',
        message: `“${identity.email}” cannot be an email address: ${domain ? `there is no “.${publicSuffix}”` : `“${host}” is no domain`}.`,
        file: 'content/identity.ts',
        field: 'email',
        fix: 'Write it as name@domain, such as robin@firm.com.',
      });
    }
  }
  if (phone.safeParse(identity.phone).success) {
    if (!parsePhoneNumberFromString(identity.phone)?.isValid()) {
      findings.push({
        severity: 'error',
        message: `“${identity.phone}” cannot be a phone number: no country gives out such a one.`,
        file: 'content/identity.ts',
        field: 'phone',
        fix: 'Check the country code and count the digits; +1 is followed by ten.',
      });
    }
  }
  return findings;
};
