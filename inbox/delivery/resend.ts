import { ask, HttpError } from './http.ts';
import type { Mail, MailService } from './mail.ts';

export const resendBaseUrl = 'https://api.resend.com';

/** The sender for accounts without a domain. It reaches only the owner of the account. */
export const resendTestSender = 'onboarding@resend.dev';

/** Sends mail by HTTP: resend.com/docs/api-reference/emails/send-email, decision 0015. @param timeLimit milliseconds */
export const createResend = (key: string, baseUrl: string, timeLimit?: number): MailService => {
  const askService = async (path: string, init: RequestInit): Promise<void> => {
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      // Workers send none by default, and the service answers 403 without one.
      'User-Agent': 'consultant-site',
      ...init.headers,
    };
    const url = `${baseUrl.replace(/\/$/, '')}${path}`;
    const answered = await ask('The mail service', url, { ...init, headers }, timeLimit);
    // A proxy, or another server at the address of the service, can answer 200 with a page of its own.
    if (answered.get('content-type')?.startsWith('text/html')) {
      throw new Error('The mail service answered with a web page');
    }
  };
  const post = (
    { from, fromName, to, subject, replyTo, text, calendar, headers }: Mail,
    idempotencyKey: string,
  ): Promise<void> =>
    askService('/emails', {
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
        const isMistake = cause instanceof HttpError && [400, 422].includes(cause.answer.status);
        if (!replyTo || !isMistake) throw cause;
        // The reason may be the visitor's address, such as jane@gmail, which is also in the text.
        await post(mail, `${mail.messageId} without reply_to`);
      }
    },
    verify: async () => {
      try {
        await askService('/domains', { method: 'GET' });
      } catch (cause) {
        // A key that may only send is enough, and safer.
        if (!(cause instanceof HttpError && cause.answer.name === 'restricted_api_key'))
          throw cause;
      }
    },
  };
};
