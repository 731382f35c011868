import { beforeEach } from 'vitest';
import { deliverDue, type OutboxOptions } from '../delivery/outbox.ts';
import { createSqliteStore, openDatabase } from '../stores/sqlite-store.ts';
import type { NewSubmission, Submission } from '../stores/store.ts';
import { newEnquiry } from './submissions.ts';

/** Sets up an empty store, a clock and a log before each test of a file. */
export const setUpOutbox = () => {
  const state = { store: createSqliteStore(openDatabase(':memory:')), time: 0 };
  const logged: string[] = [];
  const sending: Promise<unknown>[] = [];
  beforeEach(() => {
    state.store = createSqliteStore(openDatabase(':memory:'));
    state.time = Date.parse('2026-01-02T03:04:05.000Z');
    logged.length = 0;
    sending.length = 0;
  });
  const now = () => new Date(state.time);
  const logError = (message: string): void => void logged.push(message);

  const add = (fields: Record<string, string> = {}, over: Partial<NewSubmission> = {}) =>
    state.store.add(
      newEnquiry({ fields, receivedAt: now().toISOString(), isToDeliver: true, ...over }),
    );

  const later = (mail: Promise<unknown>): void => void sending.push(mail);

  /** Delivers due submissions, and waits for mail to visitors. @returns the number of due submissions */
  const work = async (options: Omit<OutboxOptions, 'store' | 'now' | 'logError'>, limit = 1000) => {
    const count = await deliverDue({ store: state.store, now, logError, ...options }, limit);
    await Promise.all(sending);
    return count;
  };

  const only = async () => (await state.store.list())[0] as Submission;
  return { state, logged, sending, now, logError, later, add, work, only };
};
