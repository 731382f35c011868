import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variableList, workerVariables } from '../variables.ts';
import { findKeptSecrets, withSecrets } from './secrets.ts';

test('wrangler is given a file that nobody else can read, and that is gone afterwards', async () => {
  const secrets = { RESEND_API_KEY: 're_"secret"', INBOX_TO: 'owner@example.com' };
  let file = '';
  const failed = withSecrets(secrets, async (...options) => {
    expect(options[0]).toBe('--secrets-file');
    file = options[1] ?? '';
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(secrets);
    expect(statSync(file).mode & 0o077).toBe(0);
    throw new Error('No network');
  });
  await expect(failed).rejects.toThrow('No network');
  expect(existsSync(file)).toBe(false);
});

test('where nothing is set, wrangler is given no file', async () => {
  expect(await withSecrets({}, async (...options) => options)).toEqual([]);
});

test('a secret from before that is not set here is named, with how to take it away', () => {
  const existing = [{ name: 'INBOX_TO' }, { name: 'INBOX_WEBHOOK_URL' }];
  expect(findKeptSecrets({ INBOX_TO: 'owner@example.com' }, existing)).toEqual([
    'INBOX_WEBHOOK_URL is a secret of the Worker from before and not set here; it stays. To take it away: npx wrangler secret delete INBOX_WEBHOOK_URL',
  ]);
});

test('a Worker is given what it reads, and of each other variable of a server it is said why not', () => {
  const all = Object.fromEntries(variableList.map(({ name }) => [name, 'x']));
  const given = Object.keys(workerVariables(all));
  expect(given).toContain('RESEND_API_KEY');
  expect(given).not.toContain('SMTP_URL');
  expect(given).toContain('PUBLIC_ANALYTICS_ENDPOINT');
  for (const { name, readBy, onWorkers } of variableList) {
    if (!readBy.includes('server') || readBy.includes('build')) continue;
    expect(given.includes(name), name).toBe(onWorkers === undefined);
  }
  expect(workerVariables({ INBOX_TO: ' ', PATH: '/bin' })).toEqual({});
});
