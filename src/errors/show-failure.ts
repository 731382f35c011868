import { focusStayed } from '#src/attention.ts';
import { notifications } from '#src/notifications/manager.ts';
import { describeFailure, type FailureContext } from './catalogue.ts';
import type { Failure } from './failure.ts';
import { type FailureRemedies, failureOptions } from './failure-options.ts';
import { reportFailure } from './report.ts';

/**
 * Reports a failure and shows it in a notification.
 * @param origin what had the focus when the visitor acted
 */
export const showFailure = (
  context: Exclude<FailureContext, 'contact_form'>,
  failure: Failure,
  remedies: FailureRemedies,
  origin: Element | null,
  about?: string,
): void => {
  reportFailure(context, failure);
  const { text, options } = describeFailure(context, failure);
  if (text === null) return;
  notifications.show({
    kind: 'error',
    text,
    about,
    duration: null,
    options: failureOptions(options, remedies),
    takesFocus: focusStayed(origin),
  });
};
