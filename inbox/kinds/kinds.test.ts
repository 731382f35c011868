import { expect, test } from 'vitest';
import { openDatabase } from '../stores/sqlite-store.ts';
import { submissionKinds } from './index.ts';

test('the table of submissions takes these kinds, and no others', () => {
  const database = openDatabase(':memory:');
  const table = database.prepare("SELECT sql FROM sqlite_master WHERE name = 'submission'").get();
  const [, list = ''] = /CHECK \(kind IN \(([^)]*)\)\)/.exec(String(table?.sql)) ?? [];
  expect(list).toBe(submissionKinds.map((kind) => `'${kind}'`).join(', '));
});
