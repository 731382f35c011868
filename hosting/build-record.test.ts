import { expect, test } from 'vitest';
import { buildRecord, hostingFolder } from './build-record.ts';
import { variableList } from './variables.ts';

test('the record has every variable that a build reads, and none that only a server does', () => {
  const environment = Object.fromEntries(variableList.map(({ name }) => [name, `${name} it is`]));
  const names = variableList
    .filter(({ name, readBy }) => readBy.includes('build') && name !== 'OUT_DIR')
    .map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(Object.keys(buildRecord(environment))).toEqual(names);
  expect(buildRecord({ PUBLIC_BOOKING_URL: ' ' })).toMatchObject({
    SITE_URL: 'http://localhost:4321',
  });
  expect(buildRecord({ PUBLIC_BOOKING_URL: ' ' })).not.toHaveProperty('PUBLIC_BOOKING_URL');
});

test('the record never lies in what is published, however the folder is written', () => {
  expect([hostingFolder('dist'), hostingFolder('dist/')]).toEqual(['dist.hosting', 'dist.hosting']);
});
