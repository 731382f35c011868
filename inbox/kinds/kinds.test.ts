import { expect, test } from 'vitest';
import { serviceChoices } from '#enquiry/service-choices.ts';
import { openDatabase } from '../stores/sqlite-store.ts';
import { kinds, submissionKinds } from './index.ts';
import { readable } from './kind.ts';

test('the table of submissions takes these kinds, and no others', () => {
  const database = openDatabase(':memory:');
  const table = database.prepare("SELECT sql FROM sqlite_master WHERE name = 'submission'").get();
  const [, list = ''] = /CHECK \(kind IN \(([^)]*)\)\)/.exec(String(table?.sql)) ?? [];
  expect(list).toBe(submissionKinds.map((kind) => `'${kind}'`).join(', '));
});

test('a service that was taken away since is read in words, and what was typed as it is', () => {
  const { summary } = kinds.enquiry;
  const about = (serviceType: string) => summary({ firstName: 'Ada', serviceType })[2];
  expect(about('night-watch-2')).toBe('Night watch 2');
  expect(about('<b>Night-watch</b>')).toBe('<b>Night-watch</b>');
  for (const { id, title } of serviceChoices) expect(about(id)).toBe(title);
  expect(readable(undefined, 'night-watch')).toBe('night-watch');
});
