import { identity } from '#content/identity.ts';
import { failureMessages, failureOptionLabels as labels } from '#content/messages.ts';
import type { EmailDraft } from '#enquiry/mailto.ts';
import { formatPhone } from '#model/phone.ts';
import { focusStayed } from '#src/browser.ts';
import { mailtoUrl, telUrl } from '#src/links.ts';
import { type NotificationOption, notify } from '#src/notifications/notify.ts';
import { type Failure, reportFailure } from './failure.ts';

interface Remedies {
  retry?: () => void;
  /** The email from the visitor to the owner. */
  email: Omit<EmailDraft, 'to'>;
}

/** The contexts with options. Failures of `analytics` are not shown; `model/status-text.ts` has `other`. */
type FailureContext = 'contact_form' | 'resource_download' | 'scheduling';

/** Returns the links and buttons for a failure, by its context, the primary one first (behavior 6.1). */
export const failureOptions = (
  context: FailureContext,
  { retry, email }: Remedies,
): NotificationOption[] => {
  const { email: to, phone } = identity;
  const href = mailtoUrl({ to, ...email });
  const byEmail = (label: string) => ({ label, href, to, action: 'email' }) as const;
  const byPhone = (label: string) =>
    ({ label, href: telUrl(phone), to: formatPhone(phone), action: 'call' }) as const;
  const tryAgain = { label: labels.tryAgain, run: retry };
  // The owner may have switched resources off. Other pages link to the section of the home page.
  const resources = document.querySelector('a[href$="#resources"]')?.getAttribute('href');
  const browse = resources ? [{ label: labels.browseResources, href: resources }] : [];
  return {
    contact_form: [byEmail(labels.emailDirectly), byPhone(labels.callDirectly), tryAgain],
    resource_download: [tryAgain, byEmail(labels.requestByEmail), ...browse],
    scheduling: [byEmail(labels.scheduleByEmail), byPhone(labels.callToSchedule), tryAgain],
  }[context];
};

/**
 * Reports a failure and shows it in a notification.
 * @param origin the element that had the focus when the visitor acted
 */
export const showFailure = (
  context: Exclude<FailureContext, 'contact_form'>,
  failure: Failure,
  remedies: Remedies,
  origin: Element | null,
  about?: string,
): void => {
  reportFailure(context, failure);
  notify({
    kind: 'error',
    text: failureMessages[context],
    about,
    duration: null,
    options: failureOptions(context, remedies),
    takesFocus: focusStayed(origin),
  });
};
