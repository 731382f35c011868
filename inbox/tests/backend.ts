import { html } from 'hono/html';
import { beforeEach, expect } from 'vitest';
import { createFormBackend } from '../app.ts';
import type { FormBackendOptions } from '../backend.ts';
import type { Store } from '../stores/sql-store.ts';
import { createSqliteStore, openDatabase } from '../stores/sqlite-store.ts';

export const asHtml = (text: string): string => String(html`${text}`);

/** Expects texts or markup on a page. */
export const expectParts = (page: string, ...parts: string[]): void => {
  for (const part of parts) expect(page).toContain(part);
};

type Answer = { status: number; page: string };
/** Expects the status of an answer, and texts or markup on its page. */
export const expectPage = (answer: Answer, status: number, ...parts: string[]): void => {
  expect(answer.status).toBe(status);
  expectParts(answer.page, ...parts);
};

/** Returns the first group of every match on a page. */
export const allOn = (page: string, pattern: RegExp): string[] =>
  Array.from(page.matchAll(pattern), ([, found = '']) => found);

/** Returns a limit of submissions. */
export const limitOf = (most: number, address = '192.0.2.1') => {
  let left = most;
  return { allows: async () => left-- > 0, addressOf: () => address };
};

/** Sets up an empty store before each test of a file, and backends that use it. */
export const setUpInbox = (styles = '') => {
  const inbox = { store: createSqliteStore(openDatabase(':memory:')) };
  const logged: string[] = [];
  beforeEach(() => {
    inbox.store = createSqliteStore(openDatabase(':memory:'));
    logged.length = 0;
  });

  const logError = (message: string) => logged.push(message);
  const backend = (options: Partial<FormBackendOptions> = {}) =>
    createFormBackend({ store: inbox.store, styles, logError, ...options });

  /** Returns the store, but these of its methods fail. */
  const failing = (...methods: (keyof Store)[]): Store => {
    const fail = () => Promise.reject(new Error('database or disk is full'));
    return { ...inbox.store, ...Object.fromEntries(methods.map((method) => [method, fail])) };
  };

  const postForm = async (path: string, fields: Record<string, string>, app = backend()) => {
    const request = { method: 'POST', headers: { Accept: 'text/html,*/*' } };
    const response = await app.request(path, { ...request, body: new URLSearchParams(fields) });
    return { status: response.status, headers: response.headers, page: await response.text() };
  };

  return { inbox, logged, backend, failing, postForm };
};
