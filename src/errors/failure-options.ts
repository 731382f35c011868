import { identity } from '#content/identity.ts';
import { failureOptionLabels as labels } from '#content/messages.ts';
import type { EmailDraft } from '#enquiry/mailto.ts';
import { formatPhone } from '#model/phone.ts';
import { mailtoUrl, telUrl } from '#src/links.ts';
import type { NotificationOption } from '#src/notifications/manager.ts';
import type { FailureOptionId } from './catalogue.ts';

export interface FailureRemedies {
  retry: (() => void) | 'submit';
  /** The email from the visitor to the owner. */
  email: Omit<EmailDraft, 'to'>;
}

/** Other pages offer the résumé, but have no such section. */
const resourcesHref = (): string =>
  window.location.pathname === '/' ? '#resources' : '/#resources';

/** Turns option ids into links and buttons. */
export const failureOptions = (
  ids: readonly FailureOptionId[],
  { retry, email }: FailureRemedies,
): NotificationOption[] => {
  const byEmail = {
    href: mailtoUrl({ to: identity.email, ...email }),
    to: identity.email,
    action: 'email',
  };
  const byPhone = { href: telUrl(identity.phone), to: formatPhone(identity.phone), action: 'call' };
  const option: Record<FailureOptionId, Omit<NotificationOption, 'id'> & { label: string }> = {
    'email-directly': { label: labels.emailDirectly, ...byEmail },
    'call-directly': { label: labels.callDirectly, ...byPhone },
    'request-by-email': { label: labels.requestByEmail, ...byEmail },
    'schedule-by-email': { label: labels.scheduleByEmail, ...byEmail },
    'call-to-schedule': { label: labels.callToSchedule, ...byPhone },
    'contact-support': { label: labels.contactSupport, ...byEmail },
    'browse-resources': { label: labels.browseResources, href: resourcesHref() },
    'try-again': { label: labels.tryAgain, run: retry },
  };
  // The owner may have switched them off.
  const hasResources = document.querySelector('a[href$="#resources"]') !== null;
  const shown = ids.filter((id) => id !== 'browse-resources' || hasResources);
  return shown.map((id) => ({ id, ...option[id] }) as NotificationOption);
};
