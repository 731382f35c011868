import { setTimeout } from 'node:timers/promises';
import { isRecord } from '#enquiry/record.ts';
import type { Mail, MailService } from './mail.ts';
import { attemptLimit, HttpError } from './refusal.ts';

export const resendBaseUrl = 'https://api.resend.com';

/** The sender for accounts without a domain. It reaches only the owner of the account. */
export const resendTestSender = 'onboarding@resend.dev';

/** Milliseconds to wait for the service's limit of 2 requests a second. The limit of a day takes longer. */
const longestPause = 5000;

/** Sends mail by HTTP: resend.com/docs/api-reference/emails/send-email, decision 0015. @param timeLimit milliseconds */
export const createResend = (
  key: string,
  baseUrl: string,
  timeLimit = attemptLimit,
): MailService => {
  const ask = async (path: string, init: RequestInit): Promise<void> => {
    const signal = AbortSignal.timeout(timeLimit);
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      // Workers send none by default, and the service answers 403 without one.
      'User-Agent': 'consultant-site',
      ...init.headers,
    };
    const url = `${baseUrl.replace(/\/$/, '')}${path}`;
    for (;;) {
      const response = await fetch(url, { ...init, redirect: 'manual', signal, headers });
      const body: unknown = await response.json().catch(() => null);
      if (response.ok) return;
      const pause = Number(response.headers.get('retry-after')) * 1000;
      if (response.status !== 429 || pause === 0 || pause > longestPause) {
        // resend.com/docs/api-reference/errors
        const { message, name } = isRecord(body) ? body : {};
        throw new HttpError('The mail service', response.status, name, message);
      }
      await setTimeout(pause, undefined, { signal });
    }
  };
  const post = (
    { from, fromName, to, subject, replyTo, text, calendar, headers }: Mail,
    idempotencyKey: string,
  ): Promise<void> =>
    ask('/emails', {
      method: 'POST',
      // For 24 hours, the service sends mails with the same key once.
      headers: { 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify({
        from: `"${fromName.replaceAll('"', '')}" <${from}>`,
        to: [to],
        subject,
        reply_to: replyTo?.address,
        text,
        ...(calendar && {
          attachments: [
            {
              filename: 'invite.ics',
              content: Buffer.from(calendar.content).toString('base64'),
              content_type: `text/calendar; charset=utf-8; method=${calendar.method}`,
            },
          ],
        }),
        headers,
      }),
    });
  return {
    send: async ({ replyTo, ...mail }) => {
      try {
        await post({ ...mail, ...(replyTo && { replyTo }) }, mail.messageId);
      } catch (cause) {
        if (!replyTo || !(cause instanceof HttpError && cause.status === 422)) throw cause;
        // The reason may be the visitor's address, such as jane@gmail, which is also in the text.
        await post(mail, `${mail.messageId} without reply_to`);
      }
    },
    verify: async () => {
      try {
        await ask('/domains', { method: 'GET' });
      } catch (cause) {
        // A key that may only send is enough, and safer.
        if (!(cause instanceof HttpError && cause.code === 'restricted_api_key')) throw cause;
      }
    },
  };
};
