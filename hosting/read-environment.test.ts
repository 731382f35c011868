import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfigError } from './machine/config.ts';
import { readEnvironment } from './read-environment.ts';

const startFolder = process.cwd();
afterEach(() => {
  process.chdir(startFolder);
  vi.unstubAllEnvs();
});

test('the environment wins over the file .env, and no other file is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'));
  const file =
    'PORT=1\nHOST=file.example\nDATA_DIR="a $HOME"\nRATE_LIMIT=5\nSITE_DIR= \nINBOX_FROM=a@b.example\n';
  writeFileSync(join(folder, '.env'), file);
  writeFileSync(join(folder, '.env.production'), 'INBOX_TO=production@example.com\n');
  process.chdir(folder);
  vi.stubEnv('PORT', '2');
  vi.stubEnv('HOST', '');
  vi.stubEnv('RATE_LIMIT', ' ');
  const names = ['PORT', 'HOST', 'DATA_DIR', 'RATE_LIMIT', 'SITE_DIR', 'INBOX_FROM', 'INBOX_TO'];
  const read = Object.entries(readEnvironment()).filter(([name]) => names.includes(name));
  expect(Object.fromEntries(read)).toEqual({
    PORT: '2',
    DATA_DIR: 'a $HOME',
    INBOX_FROM: 'a@b.example',
  });
  process.chdir(startFolder);
  rmSync(folder, { recursive: true });
});

test('a file .env that cannot be read is named, with who must be able to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'));
  mkdirSync(join(folder, '.env'));
  process.chdir(folder);
  expect(readEnvironment).toThrow(ConfigError);
  expect(readEnvironment).toThrow(
    /^The file \S+\.env cannot be read \(EISDIR\)\. It must belong to the user that runs the site: /,
  );
  process.chdir(startFolder);
  rmSync(folder, { recursive: true });
});

test.each([
  ['SMTP_URL=smtps://user:secret#1@mail.example.com', 'SMTP_URL'],
  ['PORT=1\nexport SMTP_URL = smtps://user:1#secret@mail.example.com # ours', 'SMTP_URL'],
])('an address that .env cuts off at its # is named, and not repeated: %j', (text, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'));
  process.chdir(folder);
  vi.stubEnv('SITE_URL', undefined);
  writeFileSync('.env', text);
  expect(readEnvironment).toThrow(
    new ConfigError(`${name} in .env ends at its #, where a comment begins: write # as %23`),
  );
  writeFileSync('.env', 'SITE_URL=https://firm.com # robin@firm.com\nSMTP_URL="smtps://u:p#q@h"\n');
  expect(readEnvironment().SITE_URL).toBe('https://firm.com');
  process.chdir(startFolder);
  rmSync(folder, { recursive: true });
});
