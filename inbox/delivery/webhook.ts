import type { Deliver } from './outbox.ts';

/** Milliseconds within which the receiver must have answered. */
const timeLimit = 10_000;

/**
 * Delivers by a POST of JSON: id, kind, receivedAt, and the fields as they were typed. The receiver
 * answers 2xx, and knows a second delivery by its Idempotency-Key.
 */
export const createWebhookDelivery =
  (url: string): Deliver =>
  async ({ id, kind, receivedAt, fields }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `${receivedAt} ${id}` },
      body: JSON.stringify({ id, kind, receivedAt, fields }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimit),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The webhook answered ${response.status}`);
  };
