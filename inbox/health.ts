import { Hono } from 'hono';
import type { Backend } from './backend.ts';

/** Milliseconds. A check writes to the store, and anybody can ask for one. */
const lifetime = 30_000;

/** Says whether the store can be written. @param elapsed milliseconds, never set back */
export const healthRoutes = (
  { store, logError, now, refuseMethod }: Backend,
  elapsed: () => number = () => performance.now(),
): Hono => {
  let checkedUntil = Number.NEGATIVE_INFINITY;
  let isWritable = true;
  const check = async (): Promise<void> => {
    // Requests that come during the check get the answer from before.
    checkedUntil = elapsed() + lifetime;
    try {
      await store.checkWritable(now().toISOString());
      isWritable = true;
    } catch (cause) {
      isWritable = false;
      logError('The store cannot be written', cause);
    }
  };
  return new Hono()
    .get('/healthz', async (context) => {
      if (elapsed() >= checkedUntil) await check();
      return isWritable
        ? context.json({ status: 'ok' })
        : context.json({ status: 'failed', message: 'The store cannot be written.' }, 503);
    })
    .all('/healthz', refuseMethod('GET, HEAD'));
};
