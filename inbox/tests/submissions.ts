import type { NewBooking, NewSubmission } from '../stores/store.ts';

/** Returns an enquiry to store. */
export const newEnquiry = (over: Partial<NewSubmission> = {}): NewSubmission => ({
  ...{ kind: 'enquiry', fields: { message: 'Hello' }, isToDeliver: false },
  ...{ receivedAt: '2026-01-02T03:04:05.000Z', idempotencyKey: crypto.randomUUID() },
  ...over,
});

const start = '2026-02-02T10:00:00.000Z';
/** Returns a booking to store, of half an hour. */
export const newBooking = (over: Partial<NewBooking> = {}): NewBooking => ({
  kind: 'booking',
  receivedAt: '2026-01-02T00:00:00.000Z',
  fields: { email: 'ada@example.com', minutes: '30' },
  isToDeliver: false,
  time: {
    ...{ start, blockedFrom: start, blockedUntil: '2026-02-02T10:30:00.000Z' },
    ...{ ownerDay: '2026-02-02', mostPerDay: 9 },
  },
  mailbox: 'ada@example.com',
  network: null,
  confirmation: null,
  keyHash: 'a',
  ...over,
});
