import { beforeEach, expect, test, vi } from 'vitest';
import { emptyEnquiry } from '#enquiry/enquiry.ts';
import { clearDraft, newSubmissionId, readDraft, writeDraft } from './draft.ts';
import { draftKey } from './stored-draft.ts';

const items = new Map<string, string>();
beforeEach(() => {
  items.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});

const draft = {
  enquiry: { ...emptyEnquiry, message: 'Half a mess' },
  prefilled: { serviceType: 'program-build' },
  submissionId: 'one',
};

test('a draft is read as it was written, until it is cleared', () => {
  writeDraft(draft);
  expect(readDraft()).toEqual(draft);
  clearDraft();
  expect(readDraft()).toBeNull();
});

test.each(['rubbish', '7', 'null', '[]', '{}', '{"enquiry":[]}', '{"enquiry":{"message":7}}'])(
  'the stored text %j is not a draft (behavior 3.4)',
  (stored) => {
    items.set(draftKey, stored);
    expect(readDraft()).toBeNull();
  },
);

test('parts of a draft that are not texts get their defaults', () => {
  items.set(
    draftKey,
    JSON.stringify({ enquiry: { message: 'Kept', urgency: 7 }, prefilled: { message: 7 } }),
  );
  const read = readDraft();
  expect(read?.enquiry).toEqual({ ...emptyEnquiry, message: 'Kept' });
  expect(read?.prefilled).toEqual({});
  expect(read?.submissionId).toMatch(/^\d+(-\d+){3}$/);
});

test('storage that is forbidden or full causes no error (behavior 3.4)', () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  for (const storage of [undefined, { ...sessionStorage, setItem }]) {
    vi.stubGlobal('sessionStorage', storage);
    writeDraft(draft);
    clearDraft();
    expect(readDraft()).toBeNull();
  }
});

test('each id is new', () => {
  expect(new Set(Array.from({ length: 100 }, newSubmissionId)).size).toBe(100);
});
