import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { embedded } from '#content/embedded.ts';
import { failureMessages } from '#content/messages.ts';
import { backendHeaders } from '#headers/policy.ts';
import { statusText } from '#model/status-text.ts';
import { signUps } from '#model/vocabulary.ts';
import { createBackend, type FormBackendOptions } from './backend.ts';
import { bookingRoutes } from './bookings/routes.ts';
import { contactRoutes } from './contact.ts';
import { countRoutes } from './counts.ts';
import { healthRoutes } from './health.ts';
import { isOwnOrigin } from './origin.ts';
import { problemPage } from './pages.ts';
import { limitBody, submissionLimit } from './request.ts';
import { offeredSignUps, signUpRoutes } from './sign-ups.ts';

/** `/book/` redirects to `/book`. */
const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** Returns whether a backend answers or redirects requests for a path. All others are the site's. */
export const hasRoute = ({ routes }: Hono, path: string): boolean =>
  routes.some((each) => each.method !== 'ALL' && each.path === withoutSlash(path));

const signUpAt = (path: string) => signUps.find(({ name }) => path === `/${name}`);

/** Returns the purpose of a request, for the page about its failure. */
const titleAt = (path: string): string => {
  const signUp = signUpAt(path);
  if (signUp) return embedded[signUp.name].title;
  return path === '/api/submit' ? embedded.contact.title : embedded.booking.title;
};

/** Returns the embedded form backend, with the form service's contract (behavior 3.6, 9.1). */
export const createFormBackend = (options: FormBackendOptions): Hono => {
  const { styles, logError, allowedOrigins = [] } = options;
  const app = new Hono();
  const backend = createBackend(options);

  /** Answers people with a page, and programs with JSON. */
  const refuse = (context: Context, status: ContentfulStatusCode, message: string) => {
    const isPerson = context.req.header('accept')?.includes('text/html') ?? false;
    if (!isPerson) return context.json({ success: false, message }, status);
    const { path, url } = context.req;
    const retry = path === '/api/submit' ? '/#contact' : path + new URL(url).search;
    return backend.show(context, problemPage(titleAt(path), message, retry), status);
  };

  // Other answers are too short to benefit.
  app.use(compress({ encoding: 'gzip', contentTypeFilter: /^text\/html/ }));

  const framedHeaders = Object.entries(backendHeaders(true, styles));
  const plainHeaders = Object.entries(backendHeaders(false, styles));
  app.use(async (context, next) => {
    await next();
    const isFramed = signUpAt(context.req.path) !== undefined;
    for (const [name, value] of isFramed ? framedHeaders : plainHeaders) {
      context.header(name, value);
    }
    if (isFramed) context.header('Vary', 'Sec-Fetch-Dest', { append: true });
    // No cache may keep typed text. In a frame, no-store would also keep the home page out of the back/forward
    // cache, so a sign-up page has it only after its form was sent.
    const { method } = context.req;
    if (!isFramed || method === 'POST') context.header('Cache-Control', 'no-store');
  });

  app.use(
    '/api/*',
    cors({
      origin: (origin) => (allowedOrigins.includes(origin) ? origin : null),
      allowMethods: ['POST'],
      allowHeaders: ['Content-Type', 'Accept', 'Idempotency-Key'],
      maxAge: 86_400,
    }),
  );

  app.use(async (context, next) => {
    const { method, raw } = context.req;
    if (method === 'POST' && !isOwnOrigin(raw, allowedOrigins)) {
      return refuse(context, 403, embedded.messages.origin);
    }
    return next();
  });
  app.use(limitBody(submissionLimit));

  app.onError((cause, context) => {
    if (cause instanceof HTTPException) return refuse(context, cause.status, cause.message);
    logError(`${context.req.method} ${context.req.path} failed`, cause);
    return refuse(context, 500, failureMessages.server);
  });

  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (context, methods) => {
        context.header('Allow', methods.join(', '));
        return refuse(context, 405, embedded.messages.method);
      },
    }),
  );

  for (const routes of [
    contactRoutes(backend),
    ...offeredSignUps.map((signUp) => signUpRoutes(signUp, backend)),
    bookingRoutes(backend, options),
    countRoutes(backend, options),
    healthRoutes(backend),
  ]) {
    app.route('/', routes);
  }
  app.notFound((context) => {
    const { path, url } = context.req;
    return path.endsWith('/') && hasRoute(app, path)
      ? context.redirect(withoutSlash(path) + new URL(url).search, 308)
      : context.json({ success: false, message: statusText(404) }, 404);
  });
  return app;
};
