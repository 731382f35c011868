import {
  emailBodies,
  emailSubjects,
  notificationLabels,
  notificationMessages,
} from '#content/messages.ts';
import { track } from '#src/analytics/track.ts';
import { showFailure } from '#src/errors/show-failure.ts';
import { notifications } from '#src/notifications/manager.ts';
import { openInNewTab, openInThisTab, openInThisTabAfterNotice } from './windows.ts';

interface ScheduleRequest {
  url: string;
  source: string;
  service?: string | undefined;
  onFailure?: (() => void) | undefined;
}

/** Fetched when it is used; astro.config.ts leaves it out of a build without one. */
const openInWidget = async (script: string, url: string, origin: Element | null) =>
  (await import('./booking-widget.ts')).openBookingWidget(script, url, origin);

/** Opens the booking page (behavior 4.1). */
export const schedule = async (request: ScheduleRequest, attempt = 1): Promise<void> => {
  const { url, source, service, onFailure } = request;
  const origin = document.activeElement;
  try {
    // Nothing may be awaited before `openInNewTab`: Safari would block the tab.
    const outcome =
      import.meta.env.PUBLIC_BOOKING_WIDGET_URL === undefined
        ? openInNewTab(url)
        : await openInWidget(import.meta.env.PUBLIC_BOOKING_WIDGET_URL, url, origin);
    if (outcome === 'superseded') return;
    if (outcome === 'late') {
      const open = {
        id: 'open',
        label: notificationLabels.open,
        run: () => void schedule(request),
      };
      const text = notificationMessages.scheduleReady;
      notifications.show({ kind: 'info', text, options: [open], duration: null });
      return;
    }
    void track({ name: 'schedule_click', source, outcome });
    if (outcome === 'blocked') {
      openInThisTabAfterNotice(url, notificationMessages.schedulePopupBlocked);
    }
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
      origin,
    );
    onFailure?.();
  }
};
