import { Hono } from 'hono';
import type { LogError } from './limited-log.ts';
import type { Store } from './stores/store.ts';

/** Milliseconds between checks, which write to the store, and for which anybody can ask. */
const lifetime = 30_000;

/** Creates the health check: the outcome of the last submission or check, or a new check if that is old. */
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
    // Requests during the check get the last answer.
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
