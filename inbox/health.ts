import { Hono } from 'hono';
import type { Backend } from './backend.ts';

/** Milliseconds between checks, because anybody can request one, and each writes to the store. */
const pause = 30_000;

/** Answers whether the store accepts a large submission (behavior 8.3). */
export const healthRoutes = ({ store, now, logError }: Backend): Hono => {
  let nextAt = Number.NEGATIVE_INFINITY;
  let isWritable = true;
  return new Hono().get('/healthz', async (context) => {
    if (performance.now() >= nextAt) {
      // Requests during the check get the last answer.
      nextAt = performance.now() + pause;
      try {
        await store.checkWritable(now().toISOString());
        isWritable = true;
      } catch (cause) {
        isWritable = false;
        logError('The store cannot be written', cause);
      }
    }
    return isWritable
      ? context.json({ status: 'ok' })
      : context.json({ status: 'failed', message: 'The store cannot be written.' }, 503);
  });
};
