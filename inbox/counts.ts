import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isbot } from 'isbot';
import { countPath, parseCount } from '#enquiry/counts.ts';
import { statusText } from '#model/status-text.ts';
import type { Backend, FormBackendOptions } from './backend.ts';
import { limitBody, readText, unreadable } from './request.ts';

/** The maximum bytes of a count; the longest that the page sends has about 120. */
const countLimit = 256;

/** The limit of counts, as a multiple of the limit of submissions: visitors click more than they write. */
export const countsPerSubmission = 6;

/**
 * Whether a request must not be counted: its sender opted out (Do Not Track, Global Privacy Control), or
 * is not a person.
 */
const isLeftOut = (headers: Headers): boolean => {
  const agent = headers.get('user-agent');
  return headers.get('dnt') === '1' || headers.get('sec-gpc') === '1' || !agent || isbot(agent);
};

/** Nobody reads the answers, because a page cannot see the answer to a beacon. */
export const countRoutes = (
  { store, now, isTooOften }: Backend,
  { counts }: FormBackendOptions,
): Hono => {
  const app = new Hono();
  if (!counts) return app;
  return app.post(countPath, limitBody(countLimit), async (context) => {
    if (isLeftOut(context.req.raw.headers)) return context.body(null, 204);
    const counted = parseCount(await readText(context.req.raw).catch(() => ''));
    if (!counted) throw unreadable();
    if (await isTooOften(context, counts.rateLimit)) {
      throw new HTTPException(429, { message: statusText(429) });
    }
    await store.addCount(now().toISOString().slice(0, 10), counted);
    return context.body(null, 204);
  });
};
