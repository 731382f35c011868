import { html } from 'hono/html';
import { beforeEach, expect } from 'vitest';
import { createFormBackend } from '../app.ts';
import type { FormBackendOptions } from '../backend.ts';
import { createSqliteStore, openDatabase } from '../stores/sqlite-store.ts';

export const asHtml = (text: string): string => String(html`${text}`);

/** Expects texts or markup on a page. */
export const expectParts = (page: string, ...parts: string[]): void => {
  for (const part of parts) expect(page).toContain(part);
};

/** Expects the status of an answer, and texts or markup on its page. */
export const expectPage = (
  answer: { status: number; page: string },
  status: number,
  ...parts: string[]
): void => {
  expect(answer.status).toBe(status);
  expectParts(answer.page, ...parts);
};

/** Sets up an empty store before each test of a file, and backends that use it. */
export const setUpInbox = (styles = '') => {
  const inbox = { store: createSqliteStore(openDatabase(':memory:')) };
  const logged: string[] = [];
  beforeEach(() => {
    inbox.store = createSqliteStore(openDatabase(':memory:'));
    logged.length = 0;
  });

  const backend = (options: Partial<FormBackendOptions> = {}) =>
    createFormBackend({
      store: inbox.store,
      styles,
      logError: (message) => logged.push(message),
      ...options,
    });

  /** Creates a backend with a store whose disk is full. */
  const full = () => {
    const add = () => Promise.reject(new Error('database or disk is full'));
    return backend({ store: { ...inbox.store, add } });
  };

  /** Creates a backend with this limit of submissions. */
  const limited = (most: number) => {
    let left = most;
    return backend({ rateLimit: { allows: async () => left-- > 0, addressOf: () => '192.0.2.1' } });
  };

  const postForm = async (path: string, fields: Record<string, string>, app = backend()) => {
    const response = await app.request(path, {
      method: 'POST',
      headers: { Accept: 'text/html,*/*' },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, headers: response.headers, page: await response.text() };
  };

  return { inbox, logged, backend, full, limited, postForm };
};
