import { emailBodies, emailSubjects, notificationMessages } from '#content/messages.ts';
import { track } from '#src/analytics/track.ts';
import { focusStayed } from '#src/browser.ts';
import { showFailure } from '#src/errors/show-failure.ts';
import { openInNewTab } from './windows.ts';

interface ScheduleRequest {
  url: string;
  source: string;
  service?: string | undefined;
  /** The hash to go to after a failure. */
  fallback?: string | undefined;
}

/** Loads the widget's module on first use; astro.config.ts leaves it out of a build without a widget. */
const openInWidget = async (script: string, url: string) =>
  (await import('./booking-widget.ts')).openBookingWidget(script, url);

/** Opens the booking page (behavior 4.1). */
export const schedule = async (request: ScheduleRequest, attempt = 1): Promise<void> => {
  const { url, source, service, fallback } = request;
  const origin = document.activeElement;
  try {
    // There must be no `await` before `openInNewTab`, or Safari blocks the tab.
    const outcome =
      import.meta.env.PUBLIC_BOOKING_WIDGET_URL === undefined
        ? openInNewTab(url, notificationMessages.schedulePopupBlocked)
        : await openInWidget(import.meta.env.PUBLIC_BOOKING_WIDGET_URL, url);
    if (outcome === 'superseded') return;
    void track({ name: 'schedule_click', source, outcome });
  } catch (cause) {
    void track({ name: 'schedule_click', source, outcome: 'failed' });
    const hasStayed = focusStayed(origin);
    if (attempt > 1) {
      window.location.assign(url);
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
      origin,
    );
    // The widget may have taken 10 s.
    if (fallback && hasStayed) location.hash = fallback;
  }
};
