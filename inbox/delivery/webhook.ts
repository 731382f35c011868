import type { Deliver } from './outbox.ts';

/** Milliseconds. */
const timeLimit = 10_000;

/** The receiver can recognize a second delivery by its Idempotency-Key. */
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
