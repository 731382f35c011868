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
  const offline = submissionMessages.network;

  test.each([
    [status(400, 'The key is wrong'), 'The key is wrong', false],
    [status(500), failed, false],
    [{ kind: 'rejected', message: null }, failed, false],
    [{ kind: 'rejected', message: 'No' }, 'No', false],
    [network, offline, true],
    [{ kind: 'timeout', cause: null }, offline, true],
    [{ kind: 'unexpected', cause: null }, failed, false],
  ] as [Failure, string, boolean][])('%o', (failure, text, isUncertain) => {
    const description = describeSubmissionFailure(failure);
    expect(description.text).toBe(text);
    expect(description.hint !== null).toBe(isUncertain);
  });

  test('a service’s message of any length is kept readable', () => {
    const { text } = describeSubmissionFailure(status(400, 'x'.repeat(20_000)));
    expect(text).toBe(`${'x'.repeat(serviceMessageLimit)}…`);
  });
});
