import { emailBodies, emailSubjects, notificationMessages } from '#content/messages.ts';
import { track } from '#src/analytics/track.ts';
import { config } from '#src/config.ts';
import { showFailure } from '#src/errors/show-failure.ts';
import { notifications } from '#src/notifications/manager.ts';
import { openBookingWidget } from './booking-widget.ts';
import {
  openInNewTab,
  openInThisTab,
  openInThisTabAfterNotice,
  popupNoticeDuration,
} from './windows.ts';

export interface ScheduleRequest {
  /** The booking page, complete with what is known of the visitor. */
  url: string;
  /** Which control was used, for analytics. */
  source: string;
  /** Title of the service to talk about, if it is about one. */
  service?: string | undefined;
  /** What to do beside the explanation when the page cannot be opened. */
  onFailure?: (() => void) | undefined;
}

/**
 * Opens the booking page (behavior 4.1). A blocked popup is announced and then opened
 * in this tab; any other failure is explained with options, of which a second failed try goes to the
 * booking page in this tab.
 */
export const schedule = async (request: ScheduleRequest, attempt = 1): Promise<void> => {
  const { url, source, service, onFailure } = request;
  try {
    // Without a widget nothing may be awaited before the tab is opened: Safari would call it a popup.
    const outcome =
      config.bookingWidgetUrl === undefined ? openInNewTab(url) : await openBookingWidget(url);
    if (outcome === 'superseded') return;
    void track({ name: 'schedule_click', source, outcome });
    if (outcome === 'opened') return;
    notifications.show({
      kind: 'warning',
      text: notificationMessages.schedulePopupBlocked,
      duration: popupNoticeDuration,
    });
    openInThisTabAfterNotice(url);
  } catch (cause) {
    void track({ name: 'schedule_click', source, outcome: 'failed' });
    if (attempt > 1) {
      openInThisTab(url);
      return;
    }
    showFailure(
      'scheduling',
      { kind: 'unexpected', cause },
      {
        retry: () => void schedule(request, attempt + 1),
        email: {
          subject: emailSubjects.schedule,
          body: service
            ? emailBodies.scheduleService.replace('{service}', () => service)
            : emailBodies.schedule,
        },
      },
    );
    onFailure?.();
  }
};
