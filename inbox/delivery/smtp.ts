import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { mailableAddress } from '../mailbox.ts';
import { attemptLimit } from './attempt-limit.ts';
import type { MailService } from './mail.ts';

/** Connections that a queue is sent over. */
const atOnce = 4;
/** Milliseconds for which a connection waits for the next mail. */
const idleTimeout = 1000;

/** @param timeLimit milliseconds for all of an attempt: a server that drips is never silent */
export const createSmtp = (url: string, timeLimit = attemptLimit): MailService => {
  // 15 MB that only owners with mail need.
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      maxConnections: atOnce,
      idleTimeout,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let connected: ReturnType<typeof connect> | null = null;
  const transport = () => {
    connected ??= connect();
    return connected;
  };
  const tooLate = (): Error =>
    new Error(`Timeout: the mail server did not take the mail within ${timeLimit / 1000} s`);
  return {
    atOnce,
    send: async ({ calendar, replyTo, from, fromName, ...mail }) => {
      // Nodemailer would put letters beyond ASCII into the header as they are.
      const address = replyTo && mailableAddress(replyTo.address);
      const signal = AbortSignal.timeout(timeLimit);
      try {
        await (await transport()).sendMail({
          ...mail,
          from: { name: fromName, address: from },
          ...(address && { replyTo: { ...replyTo, address } }),
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
      await Promise.race([(await transport()).verify(), limit]);
    },
  };
};
