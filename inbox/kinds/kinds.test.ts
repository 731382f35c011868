import { expect, test } from 'vitest';
import { serviceChoices } from '#enquiry/service-choices.ts';
import { createSqliteStore, openDatabase } from '../stores/sqlite-store.ts';
import { factsOf } from './facts.ts';
import { kinds, readable } from './index.ts';

test('a submission of a removed kind is read as an enquiry', async () => {
  const database = openDatabase(':memory:');
  database.exec(`INSERT INTO submission (kind, received_at, fields)
    VALUES ('retired', '2026-01-02', '{"email":"ada@example.com","shirt":"M","cap":"\\u200b"}')`);
  const [submission] = await createSqliteStore(database).list();
  if (!submission) throw new Error('nothing is stored');
  expect(submission.kind).toBe('enquiry');
  const facts = factsOf(submission).map(({ field, value }) => `${field}: ${value}`);
  expect(facts).toEqual(['email: ada@example.com', 'shirt: M']);
});

test('a removed service is shown in words, and typed text unchanged', () => {
  const { summary } = kinds.enquiry;
  const about = (serviceType: string) => summary({ firstName: 'Ada', serviceType })[2];
  expect(about('night-watch-2')).toBe('Night watch 2');
  expect(about('<b>Night-watch</b>')).toBe('<b>Night-watch</b>');
  for (const { id, title } of serviceChoices) expect(about(id)).toBe(title);
  expect(readable(undefined, 'night-watch')).toBe('night-watch');
});
