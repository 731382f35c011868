import { failureMessages } from '#content/messages.ts';

const texts: Readonly<Record<number, string>> = {
  404: failureMessages.notFound,
  429: failureMessages.rateLimited,
  500: failureMessages.server,
};

/** Returns the message for a status for which the form has none (behavior 6.1, `other`). */
export const statusText = (status: number | null): string =>
  (status !== null && texts[status]) || failureMessages.unavailable;
