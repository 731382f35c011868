import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { submissionMessages } from '#content/messages.ts';
import { emptyEnquiry } from '#enquiry/enquiry.ts';
import { enquiryPayload, formServices } from '#enquiry/form-services.ts';
import {
  describeSubmissionFailure,
  serviceMessageLimit,
  submissionTimeLimit,
  submitEnquiry,
} from './submission.ts';

const payload = enquiryPayload(emptyEnquiry, 'key');
const fetchMock = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal('fetch', fetchMock));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  fetchMock.mockReset();
});

const answer = (status: number, body: string) =>
  fetchMock.mockResolvedValueOnce(new Response(body, { status }));
const submit = () =>
  submitEnquiry('https://forms.example.com', formServices.web3forms.readAnswer, payload, null);

describe('success is status 200', () => {
  test.each([
    '{"statusCode":200,"success":true,"body":{"data":{},"message":"ok"}}',
    '<p>Thanks</p>',
    '',
  ])('with the body %j', async (body) => {
    answer(200, body);
    expect(await submit()).toBeNull();
  });

  // FormSubmit answers with texts.
  test.each(['false', '"false"', '"False"'])(
    'unless the body has success: %s (behavior 3.7)',
    async (success) => {
      answer(200, `{"success":${success},"message":"Spam"}`);
      expect(await submit()).toEqual({ kind: 'rejected', message: 'Spam' });
    },
  );
});

test.each([
  ['{"message":" Wrong key "}', 'Wrong key'],
  ['{"body":{"message":"Nested"}}', 'Nested'],
  ['{"message":"Outer","body":{"message":"Nested"}}', 'Outer'],
  ['{"message":"   "}', null],
  ['{"message":"\u200b \u2060"}', null],
  ['{"message":', null],
])('the message in %j is %j (behavior 3.8, 9.1, 10.6)', async (body, message) => {
  answer(400, body);
  expect(await submit()).toEqual({ kind: 'status', status: 400, message });
});

test.each([204, 301, 429])('status %d is a failure (behavior 3.7)', async (status) => {
  fetchMock.mockResolvedValueOnce(new Response(status === 204 ? null : '{}', { status }));
  expect(await submit()).toMatchObject({ kind: 'status', status });
});

test('a fetch that fails is a network failure with its cause', async () => {
  const cause = new TypeError('Failed to fetch');
  fetchMock.mockRejectedValueOnce(cause);
  expect(await submit()).toEqual({ kind: 'network', cause });
});

test.each([
  ['before and after', [false, false], 'offline'],
  ['only before', [false, true], 'network'],
  ['only after', [true, false], 'network'],
])(
  'offline %s the request: nothing was sent only if the browser stayed offline (behavior 3.8)',
  async (_state, [before, after], kind) => {
    vi.stubGlobal('navigator', { onLine: before });
    fetchMock.mockImplementationOnce(() => {
      vi.stubGlobal('navigator', { onLine: after });
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    expect(await submit()).toMatchObject({ kind });
  },
);

const brokenBody = (status: number) => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('reset')) });
  fetchMock.mockResolvedValueOnce(new Response(body, { status }));
};

test('a success whose body breaks off is a network failure; an error status remains one', async () => {
  brokenBody(200);
  expect(await submit()).toMatchObject({ kind: 'network' });
  brokenBody(500);
  expect(await submit()).toEqual({ kind: 'status', status: 500, message: null });
});

test('no complete answer in 15 s is a timeout (behavior 3.7, 8.1)', async () => {
  vi.useFakeTimers();
  fetchMock.mockImplementationOnce(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const result = submit();
  await vi.advanceTimersByTimeAsync(submissionTimeLimit - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toMatchObject({ kind: 'timeout' });
  expect(submissionTimeLimit).toBe(15_000);
});

test('posts JSON and asks for JSON, and sends an id only if one is given', async () => {
  answer(200, '');
  await submit();
  const [, plain] = fetchMock.mock.calls[0] ?? [];
  expect(plain?.method).toBe('POST');
  expect(plain?.headers).toEqual({
    'Content-Type': 'application/json',
    Accept: 'application/json',
  });
  expect(JSON.parse(String(plain?.body))).toEqual(payload);
  answer(200, '');
  await submitEnquiry('/api/submit', formServices.web3forms.readAnswer, payload, 'an-id');
  expect(fetchMock.mock.calls[1]?.[1]?.headers).toHaveProperty('Idempotency-Key', 'an-id');
});

const { failed, network, offline, uncertain, uncertainStoredOnce } = submissionMessages;

test.each([
  [{ kind: 'status', status: 400, message: 'The key is wrong' }, 'The key is wrong', null],
  [{ kind: 'rejected', message: null }, failed, null],
  [{ kind: 'offline', cause: null }, network, offline],
  [{ kind: 'network', cause: null }, network, uncertain],
  [{ kind: 'timeout', cause: null }, network, uncertain],
] as const)(
  'the banner about %j shows what happened, and whether the message arrived (behavior 3.8)',
  (failure, text, hint) => {
    expect(describeSubmissionFailure(failure, false)).toEqual({ text, hint });
    // Sending again is safe only if the service stores the message once.
    const safe = hint === uncertain ? uncertainStoredOnce : hint;
    expect(describeSubmissionFailure(failure, true)).toEqual({ text, hint: safe });
  },
);

test.each(['x', '👨‍👩‍👧'])(
  'a long message of the service, of %j, is shortened, never within a character (behavior 3.8, 8.1)',
  (character) => {
    const failure = { kind: 'rejected', message: character.repeat(20_000) } as const;
    const { text, hint } = describeSubmissionFailure(failure, false);
    expect(text).toMatch(new RegExp(`^(?:${character})+…$`, 'u'));
    expect(text.length).toBeLessThanOrEqual(serviceMessageLimit);
    expect(text.length).toBeGreaterThan(serviceMessageLimit * 0.9);
    expect(hint).toBeNull();
  },
);
