import { Hono } from 'hono';
import type { LogError } from './limited-log.ts';
import type { Store } from './stores/sql-store.ts';

/** Milliseconds. A check writes to the store, and anybody can ask for one. */
const lifetime = 30_000;

/** Whether the store can be written, as the last submission met it, or a check that is not old. */
export const createHealth = (
  { checkWritable }: Pick<Store, 'checkWritable'>,
  logError: LogError,
  now: () => Date,
  elapsed: () => number,
) => {
  let known = { until: Number.NEGATIVE_INFINITY, isWritable: true };
  const note = (isWritable: boolean): void => {
    known = { until: elapsed() + lifetime, isWritable };
  };
  const isWritable = async (): Promise<boolean> => {
    if (elapsed() < known.until) return known.isWritable;
    // Requests that come during the check get the answer from before.
    note(known.isWritable);
    try {
      await checkWritable(now().toISOString());
      note(true);
    } catch (cause) {
      note(false);
      logError('The store cannot be written', cause);
    }
    return known.isWritable;
  };
  return { note, isWritable };
};

export const healthRoutes = ({ health }: { health: ReturnType<typeof createHealth> }): Hono =>
  new Hono().get('/healthz', async (context) =>
    (await health.isWritable())
      ? context.json({ status: 'ok' })
      : context.json({ status: 'failed', message: 'The store cannot be written.' }, 503),
  );
