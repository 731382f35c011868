import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { parse } from 'tldts';
import { error, type Finding, warning } from '../finding.ts';
import type { Project } from '../project.ts';
import { digestOfSentence, sampleSentences } from '../sample.ts';

/** What of the sample is neither changed nor confirmed: a finding for each text and file. */
export const findSample = ({ confirmed, content, texts }: Project): Finding[] =>
  texts.flatMap((text): Finding[] => {
    const { file, line, field } = text;
    const [left, ...others] = sampleSentences(text, content).filter(
      (sentence) => !confirmed[file]?.includes(digestOfSentence(sentence)),
    );
    if (!left) return [];
    const are = others.length > 0 ? `and ${others.length} more are` : 'is';
    const message = line ? `“${left.slice(0, 60)}” ${are} the sample’s.` : 'It is the sample’s.';
    const fix = line ? 'Write what is true of you.' : 'Replace it, or delete it.';
    return [{ ...error(file, field, message, fix), line, isSample: true }];
  });

/** Email and phone number that have the right form and still cannot exist. */
export const findImpossibleContacts = ({ content }: Project): Finding[] => {
  const { email, phone } = content.identity;
  const file = 'content/identity.yaml';
  const { domain, isIcann } = parse(email.slice(email.lastIndexOf('@') + 1));
  const unreal = `“${email}” has a domain that cannot exist.`;
  const nowhere = `“${phone}” is not a phone number in any country.`;
  const findings: Finding[] = [];
  if (!(domain && isIcann))
    findings.push(error(file, 'email', unreal, 'Check what follows the @.'));
  if (!parsePhoneNumberFromString(phone)?.isValid()) {
    findings.push(error(file, 'phone', nowhere, 'Count the digits.'));
  }
  return findings;
};

/** Whether the contact for security researchers is still valid (RFC 9116, section 2.5.5). */
export const findExpiredContact = ({ content, today }: Project): Finding[] => {
  const date = content.site.securityTxtExpires;
  const days = (new Date(date).getTime() - today.getTime()) / (24 * 60 * 60 * 1000);
  if (days >= 30) return [];
  const message = `/.well-known/security.txt is valid until ${date}.`;
  const fix = 'Put a day within a year there, if the email in identity.yaml is read.';
  return [warning('content/site.yaml', 'securityTxtExpires', message, fix)];
};
