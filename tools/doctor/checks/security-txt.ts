import { error, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

const day = 24 * 60 * 60 * 1000;
/** Days before the end. */
const reminder = 30;

/** Whether the contact for security holes still holds (RFC 9116, section 2.5.5). */
export const findExpiredContact = function* ({ content, today }: Project): Generator<Finding> {
  const date = content.site.securityTxtExpires;
  const left = Math.floor((new Date(date).getTime() - today.getTime()) / day);
  const place = '/.well-known/security.txt';
  const file = 'content/site.yaml';
  const field = 'securityTxtExpires';
  const fix =
    'Check that the email in content/identity.yaml is read, and put a day within a year there.';
  if (left < 0) {
    const message = `${place} expired on ${date}; finders of holes will not trust it.`;
    yield error(file, field, message, fix);
  } else if (left < reminder) {
    const message = `${place} expires in ${left} days, on ${date}.`;
    yield { severity: 'warning', message, file, field, fix };
  } else if (left > 366) {
    const message = `${place} is to hold until ${date}; the standard advises less than a year.`;
    yield { severity: 'warning', message, file, field, fix };
  }
};
