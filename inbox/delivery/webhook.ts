import type { Deliver } from './outbox.ts';
import { attemptLimit, HttpError } from './refusal.ts';

/** The receiver can recognize a second delivery by its Idempotency-Key. */
export const createWebhookDelivery =
  (url: string): Deliver =>
  async ({ id, kind, receivedAt, fields, time }) => {
    // Each change of a booking is delivered.
    const key = [receivedAt, id, ...(time?.sequence ? [time.sequence] : [])].join(' ');
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ id, kind, receivedAt, fields, ...(time && { time }) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(attemptLimit),
    });
    await response.body?.cancel();
    if (!response.ok) throw new HttpError('The webhook', response.status);
  };
