import { createTransport } from 'nodemailer';
import type { MailService } from './mail.ts';

/** @param timeLimit milliseconds of silence */
export const createSmtp = (url: string, timeLimit = 20_000): MailService => {
  const transport = createTransport({
    url,
    connectionTimeout: timeLimit,
    greetingTimeout: timeLimit,
    socketTimeout: timeLimit,
    dnsTimeout: timeLimit,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    verify: async () => {
      await transport.verify();
    },
  };
};
