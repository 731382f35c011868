import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { parse } from 'tldts';
import type { Identity } from '#model/schema.ts';
import { error, type Finding, warning, wholeFile } from '../finding.ts';
import type { Project } from '../project.ts';
import { digestOfSentence, sampleSentences } from '../sample.ts';

/** What of the sample is neither changed nor confirmed: a finding for each text and file. */
export const findSample = ({ confirmed, content, texts }: Project): Finding[] => {
  const findings = texts.flatMap((text): Finding[] => {
    const { file, line, field } = text;
    const left = sampleSentences(text, content).find(
      (sentence) => !confirmed[file]?.includes(digestOfSentence(sentence)),
    );
    if (!left) return [];
    const isPicture = file.startsWith('public/share/');
    const [message, fix] = line
      ? [`“${left.slice(0, 60)}” is the sample’s.`, 'Write what is true of you.']
      : [
          'The file is the sample’s.',
          isPicture ? 'Run `npm run share-images`.' : 'Replace it, or delete it.',
        ];
    return [{ ...error(file, field || wholeFile, message, fix), line, isSample: true }];
  });
  // A paper is known by its bytes, its title and its source.
  const unique = new Map(findings.map((each) => [`${each.file} ${each.field} ${each.line}`, each]));
  return [...unique.values()];
};

/** Email and phone number that have the right form and still cannot exist. */
export const findImpossibleContacts = ({
  content,
}: {
  content: { identity: Pick<Identity, 'email' | 'phone'> };
}): Finding[] => {
  const { email, phone } = content.identity;
  const file = 'content/identity.yaml';
  const { domain, isIcann } = parse(email.slice(email.lastIndexOf('@') + 1));
  const isDomain = email === '' || (domain && isIcann);
  const isNumber = phone === '' || parsePhoneNumberFromString(phone)?.isValid();
  const domainFix = 'Check what is behind the @, such as robin@firm.com.';
  const numberFix = 'Check the country code and count the digits.';
  return [
    ...(isDomain ? [] : [error(file, 'email', `“${email}” has no domain.`, domainFix)]),
    ...(isNumber ? [] : [error(file, 'phone', `No country has “${phone}”.`, numberFix)]),
  ];
};

/** Whether the contact for security researchers is still valid (RFC 9116, section 2.5.5). */
export const findExpiredContact = ({ content, today }: Project): Finding[] => {
  const date = content.site.securityTxtExpires;
  const days = (new Date(date).getTime() - today.getTime()) / (24 * 60 * 60 * 1000);
  if (days >= 30) return [];
  const report = days < 0 ? error : warning;
  const message = `/.well-known/security.txt is valid until ${date}.`;
  const fix = 'Put a day within a year there, if the email in identity.yaml is read.';
  return [report('content/site.yaml', 'securityTxtExpires', message, fix)];
};
