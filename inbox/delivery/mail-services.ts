import type { MailServiceConfig } from './delivery.ts';
import type { MailService } from './mail.ts';
import { createResend } from './resend.ts';
import { createSmtp } from './smtp.ts';

/** Opens a mail service that Node can use. @param timeLimit milliseconds */
export const openMailService = (config: MailServiceConfig, timeLimit?: number): MailService =>
  config.by === 'smtp'
    ? createSmtp(config.url, timeLimit)
    : createResend(config.key, config.baseUrl, timeLimit);
