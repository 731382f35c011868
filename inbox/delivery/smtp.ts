import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { MailServiceConfig } from './delivery.ts';
import { attemptLimit } from './http.ts';
import type { MailService } from './mail.ts';
import { createResend } from './resend.ts';

/** @param timeLimit milliseconds for a whole attempt, because Nodemailer's limits end only silent connections */
export const createSmtp = (url: string, timeLimit = attemptLimit): MailService => {
  // Loaded here, because it takes 15 MB that only owners with SMTP need.
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    // A mail server on this machine has a certificate that it signed itself, such as Debian's Postfix.
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
    const tls = isHere ? { tls: { rejectUnauthorized: false } } : {};
    return createTransport({ url, ...tls, disableFileAccess: true, disableUrlAccess: true });
  };
  const tooLate = (): Error =>
    new Error(`Timeout: the mail server did not take the mail within ${timeLimit / 1000} s`);
  return {
    send: async ({ calendar, from, fromName, ...mail }) => {
      const signal = AbortSignal.timeout(timeLimit);
      try {
        await (await connect()).sendMail({
          ...mail,
          from: { name: fromName, address: from },
          ...(calendar && { icalEvent: calendar }),
          signal,
        });
      } catch (cause) {
        throw signal.aborted ? tooLate() : cause;
      }
    },
    verify: async () => {
      const limit = setTimeoutPromise(timeLimit, undefined, { ref: false }).then(() => {
        throw tooLate();
      });
      await Promise.race([(await connect()).verify(), limit]);
    },
  };
};

/** Opens a mail service on Node; Workers cannot reach mail servers. @param timeLimit milliseconds */
export const openMailService = (config: MailServiceConfig, timeLimit?: number): MailService =>
  config.by === 'smtp'
    ? createSmtp(config.url, timeLimit)
    : createResend(config.key, config.url, timeLimit);
