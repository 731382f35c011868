import { submissionMessages } from '#content/messages.ts';
import { shorten } from '#enquiry/characters.ts';
import type { EnquiryPayload, FormService } from '#enquiry/form-services.ts';
import { attempt } from '#src/browser.ts';
import type { Failure } from '#src/errors/failure.ts';

export const submissionTimeLimit = 15_000;

/**
 * Posts an enquiry once, because services block visitors who retry (behavior 9.1). Returns the failure, or null;
 * never throws.
 * @param submissionId null for services whose CORS rules refuse its header
 */
export const submitEnquiry = async (
  endpoint: string,
  readAnswer: FormService['readAnswer'],
  payload: EnquiryPayload,
  submissionId: string | null,
): Promise<Failure | null> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), submissionTimeLimit);
  const isOffline = (): boolean => navigator.onLine === false;
  const startsOffline = isOffline();
  let status: number | null = null;
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(submissionId === null ? {} : { 'Idempotency-Key': submissionId }),
      },
      body: JSON.stringify(payload),
      // The target of a redirect may answer 200 although nothing was stored.
      redirect: 'error',
      signal: controller.signal,
    });
    status = response.status;
    const text = await response.text();
    const { isRefusal, message } = readAnswer(attempt(() => JSON.parse(text)));
    if (status !== 200) return { kind: 'status', status, message };
    return isRefusal ? { kind: 'rejected', message } : null;
  } catch (cause) {
    // Without its body, an error is still an error, but a success is uncertain.
    if (status !== null && status !== 200) return { kind: 'status', status, message: null };
    if (controller.signal.aborted) return { kind: 'timeout', cause };
    return { kind: startsOffline && isOffline() ? 'offline' : 'network', cause };
  } finally {
    clearTimeout(timer);
  }
};

/** The maximum length of a service's message. */
export const serviceMessageLimit = 300;

/**
 * Returns the text of the form's banner, and a hint on whether the message arrived (behavior 3.8).
 * @param isStoredOnce whether the service recognizes a message that is sent again
 */
export const describeSubmissionFailure = (
  failure: Failure,
  isStoredOnce: boolean,
): { text: string; hint: string | null } => {
  const { network, offline, uncertain, uncertainStoredOnce } = submissionMessages;
  if (failure.kind === 'offline') return { text: network, hint: offline };
  if (failure.kind === 'network' || failure.kind === 'timeout') {
    return { text: network, hint: isStoredOnce ? uncertainStoredOnce : uncertain };
  }
  const text = ('message' in failure ? failure.message : null) ?? submissionMessages.failed;
  const isLong = text.length > serviceMessageLimit;
  return { text: isLong ? shorten(text, serviceMessageLimit) : text, hint: null };
};
