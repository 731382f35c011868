import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { parse } from 'tldts';
import { type Identity, identitySchema } from '#model/schema.ts';
import { error, type Finding } from '../finding.ts';

/** Emails and phone numbers that pass the schema and still cannot exist. */
export const findImpossibleContacts = function* ({
  content,
}: {
  content: { identity: Pick<Identity, 'email' | 'phone'> };
}): Generator<Finding> {
  const { email, phone } = content.identity;
  const { shape } = identitySchema;
  const file = 'content/identity.yaml';
  const host = email.slice(email.lastIndexOf('@') + 1);
  const { domain, isIcann, publicSuffix } = parse(host);
  if (shape.email.safeParse(email).success && !(domain && isIcann)) {
    const reason = domain ? `there is no “.${publicSuffix}”` : `“${host}” is no domain`;
    const message = `“${email}” cannot be an email address: ${reason}.`;
    yield error(file, 'email', message, 'Write it as name@domain, such as robin@firm.com.');
  }
  if (shape.phone.safeParse(phone).success && !parsePhoneNumberFromString(phone)?.isValid()) {
    const message = `“${phone}” cannot be a phone number: no country gives out such a one.`;
    const fix = 'Check the country code and count the digits; +1 is followed by ten.';
    yield error(file, 'phone', message, fix);
  }
};
