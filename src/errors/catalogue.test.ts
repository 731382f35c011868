import { describe, expect, test } from 'vitest';
import { failureMessages, submissionMessages } from '#content/messages.ts';
import { describeFailure, describeSubmissionFailure, serviceMessageLimit } from './catalogue.ts';
import type { Failure } from './failure.ts';

const status = (code: number, message: string | null = null): Failure => ({
  kind: 'status',
  status: code,
  message,
});
const network: Failure = { kind: 'network', cause: new TypeError('Failed to fetch') };

describe('words and options by context', () => {
  const general = ['try-again', 'contact-support'] as const;
  const unavailable = failureMessages.unavailable;

  test.each([
    [
      'contact_form',
      network,
      failureMessages.contact_form,
      ['email-directly', 'call-directly', 'try-again'],
    ],
    [
      'resource_download',
      status(404),
      failureMessages.resource_download,
      ['try-again', 'request-by-email', 'browse-resources'],
    ],
    [
      'scheduling',
      { kind: 'unexpected', cause: new Error() },
      failureMessages.scheduling,
      ['schedule-by-email', 'call-to-schedule', 'try-again'],
    ],
    ['analytics', status(500), null, []],
    ['other', status(404), failureMessages.notFound, general],
    ['other', status(500), failureMessages.server, general],
    ['other', status(429), failureMessages.rateLimited, general],
    ['other', status(502), unavailable, general],
    ['other', network, unavailable, general],
  ] as const)('%s, %o', (context, failure, text, options) => {
    expect(describeFailure(context, failure)).toEqual({ text, options });
  });
});

describe('the form’s banner', () => {
  const failed = submissionMessages.failed;
  const { network: lost, offline, uncertain, uncertainStoredOnce } = submissionMessages;

  test.each([
    [status(400, 'The key is wrong'), 'The key is wrong', null],
    [status(500), failed, null],
    [{ kind: 'rejected', message: null }, failed, null],
    [{ kind: 'rejected', message: 'No' }, 'No', null],
    [{ kind: 'offline', cause: null }, lost, offline],
    [network, lost, uncertain],
    [{ kind: 'timeout', cause: null }, lost, uncertain],
    [{ kind: 'unexpected', cause: null }, failed, null],
  ] as [Failure, string, string | null][])('%o', (failure, text, hint) => {
    expect(describeSubmissionFailure(failure, false)).toEqual({ text, hint });
  });

  test('calls a second sending safe only where it is stored once (behavior 3.8)', () => {
    expect(describeSubmissionFailure(network, true).hint).toBe(uncertainStoredOnce);
    expect(describeSubmissionFailure({ kind: 'offline', cause: null }, true).hint).toBe(offline);
  });

  test('a service’s message of any length is kept readable (behavior 3.8, 8.1)', () => {
    const { text } = describeSubmissionFailure(status(400, 'x'.repeat(20_000)), false);
    expect(text).toBe(`${'x'.repeat(serviceMessageLimit)}…`);
  });
});
