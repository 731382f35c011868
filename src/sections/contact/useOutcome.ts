import { type RefObject, useEffect } from 'react';
import { notificationLabels } from '#content/messages.ts';
import { type Notification, notifications } from '#src/notifications/manager.ts';

/**
 * Takes visitors to the outcome of a submission: by the focus while they are still at the form, otherwise
 * by a notice that leads there.
 */
export const useOutcome = (
  outcome: RefObject<HTMLElement | null>,
  isPresent: boolean,
  notice: Pick<Notification, 'kind' | 'text' | 'about'>,
): void => {
  const { kind, text, about } = notice;
  useEffect(() => {
    const show = (): void => outcome.current?.focus();
    if (isPresent) {
      show();
      return;
    }
    const options = [{ id: 'show', label: notificationLabels.showForm, run: show }];
    const id = notifications.show({ kind, text, about, options, duration: null });
    return () => notifications.dismiss(id);
  }, [outcome, isPresent, kind, text, about]);
};
