import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';

const day = 24 * 60 * 60 * 1000;
/** How long before its end the owner is reminded, in days. */
const reminder = 30;

/** Whether the contact for security holes still holds (RFC 9116, section 2.5.5). */
export const findExpiredContact = ({ content, today }: Project): Finding[] => {
  const date = content.site.securityTxtExpires;
  const left = Math.floor((new Date(date).getTime() - today.getTime()) / day);
  const where = { file: 'content/site.ts', field: 'securityTxtExpires' };
  const fix =
    'Check that the email in content/identity.ts is read, and put a day within a year there.';
  if (left < 0) {
    const message = `/.well-known/security.txt expired on ${date}; finders of holes will not trust it.`;
    return [{ severity: 'error', message, ...where, fix }];
  }
  if (left < reminder) {
    const message = `/.well-known/security.txt expires in ${left} days, on ${date}.`;
    return [{ severity: 'warning', message, ...where, fix }];
  }
  if (left > 366) {
    const message = `/.well-known/security.txt is to hold until ${date}; the standard advises less than a year.`;
    return [{ severity: 'warning', message, ...where, fix }];
  }
  return [];
};
