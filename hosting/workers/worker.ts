import type { ExecutionContext, Hono } from 'hono';
import { createFormBackend } from '#inbox/app.ts';
import { deliverDue, type OutboxOptions } from '#inbox/delivery/outbox.ts';
import { createWebhookDelivery } from '#inbox/delivery/webhook.ts';
import { parseOrigins } from '#inbox/origin.ts';
import { isBackendPath } from '#inbox/paths.ts';
import { rateKey } from '#inbox/rate-limit.ts';
import { createD1Store, type D1Binding } from '#inbox/stores/d1-store.ts';

/** Bindings of wrangler.jsonc, and the owner's variables. */
export interface WorkerEnvironment {
  ASSETS: { fetch(request: Request): Promise<Response> };
  INBOX: D1Binding;
  RATE_LIMIT: { limit(options: { key: string }): Promise<{ success: boolean }> };
  INBOX_WEBHOOK_URL?: string;
  ALLOWED_ORIGINS?: string;
}

/** The free plan allows 50 requests at once; a delivery takes up to four. */
const deliveriesAtOnce = 10;

const logError = (message: string, cause: unknown): void => console.error(message, cause);

const readStyles = async ({ ASSETS }: WorkerEnvironment): Promise<string | null> => {
  try {
    const response = await ASSETS.fetch(new Request('https://site/embedded.css'));
    if (!response.ok) throw new Error(`The answer was ${response.status}.`);
    return await response.text();
  } catch (cause) {
    logError('The style sheet of the pages could not be read', cause);
    return null;
  }
};

const createOutbox = ({ INBOX, INBOX_WEBHOOK_URL }: WorkerEnvironment): OutboxOptions | null =>
  INBOX_WEBHOOK_URL
    ? { store: createD1Store(INBOX), logError, deliver: createWebhookDelivery(INBOX_WEBHOOK_URL) }
    : null;

const createBackend = (environment: WorkerEnvironment, styles: string): Hono => {
  const { INBOX, RATE_LIMIT, ALLOWED_ORIGINS } = environment;
  const outbox = createOutbox(environment);
  return createFormBackend({
    store: createD1Store(INBOX),
    styles,
    logError,
    outbox: outbox && {
      wake: ({ executionCtx }) => executionCtx.waitUntil(deliverDue(outbox, deliveriesAtOnce)),
    },
    rateLimit: {
      allows: async (address) => (await RATE_LIMIT.limit({ key: rateKey(address) })).success,
      addressOf: ({ req }) => req.header('cf-connecting-ip') ?? '',
    },
    allowedOrigins: parseOrigins(ALLOWED_ORIGINS ?? ''),
  });
};

/** Workers would serve /404 with status 200; `_headers` is a file that they never serve. */
const fetchAsset = (request: Request, { ASSETS }: WorkerEnvironment): Promise<Response> => {
  const url = new URL(request.url);
  const isNotFoundPage = /^\/404(?:\.html)?$/.test(url.pathname);
  return ASSETS.fetch(isNotFoundPage ? new Request(new URL('/_headers', url), request) : request);
};

let backend: Hono | null = null;

export default {
  async fetch(request: Request, environment: WorkerEnvironment, context: ExecutionContext) {
    if (!isBackendPath(new URL(request.url).pathname)) return fetchAsset(request, environment);
    const styles = backend ? null : await readStyles(environment);
    if (styles !== null) backend ??= createBackend(environment, styles);
    // Without styles, submissions are still kept; the next request asks again.
    return (backend ?? createBackend(environment, '')).fetch(request, environment, context);
  },

  async scheduled(_event: unknown, environment: WorkerEnvironment) {
    const outbox = createOutbox(environment);
    if (outbox) await deliverDue(outbox, deliveriesAtOnce);
  },
};
