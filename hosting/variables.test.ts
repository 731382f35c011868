import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ExplainedError } from '#model/mistake.ts';
import { enterFolder } from '#model/tests/folder.ts';
import * as build from './environment.ts';
import * as server from './machine/config.ts';
import { parseEnvFile, readEnvironment } from './read-environment.ts';
import { workerVariables } from './variables.ts';
import { findKeptSecrets, withSecrets } from './workers/wrangler.ts';

test('each variable in known-variables.txt is read or refused as the file lists, and no message contains a secret', () => {
  const list = fs.readFileSync(new URL('known-variables.txt', import.meta.url), 'utf8');
  for (const block of list.trim().split('\n\n')) {
    const [before = '', config] = block.split('\n= ');
    const [set = '', ...messages] = before.split('\n→ ');
    const given = parseEnvFile(set);
    const ofBuild = [build.findEnvironmentMistakes, build.findEnvironmentWarnings];
    const found = [...ofBuild, server.findServerMistakes].flatMap((find) => find(given));
    expect([...new Set(found.map(({ message }) => message))], set).toEqual(messages);
    expect(messages.join()).not.toContain('secret');
    if (config) expect(server.readServerConfig(given), set).toMatchObject(JSON.parse(config));
  }
  const [invisible] = server.findServerMistakes({ HOST: 'localhost\u200b' });
  expect(invisible?.message).toMatch(/^HOST has quotation marks or invisible characters/);
  const error = 'The environment has mistakes:\n  - SITE_URL must be a web address (https://…)';
  expect(() => build.checkEnvironment({ SITE_URL: 'x' })).toThrow(error);
});

const [SMTP_URL, INBOX_TO] = ['smtps://user:secret@mail.example.com:465', 'owner@example.com'];

test.runIf(process.platform === 'linux')('a data folder on a network file system is found', () => {
  const { findSharedFolder: find } = server;
  expect(find('x', () => 0x6969)?.[0]).toContain('network file system (NFS), where');
  expect([find(tmpdir()), find('/nowhere')]).toEqual([null, null]);
});

test('Workers get the variables that they read as secrets, in a file that only its owner can read', () => {
  const secrets = { RESEND_API_KEY: 're_"x"', INBOX_TO };
  expect(workerVariables({ ...secrets, SMTP_URL, CALENDAR_KEY: ' ' })).toEqual(secrets);
  let file = '';
  const run = (...[option, path = '']: string[]): boolean => {
    file = path;
    expect(option).toBe('--secrets-file');
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(secrets);
    expect(fs.statSync(file).mode & 0o077).toBe(0);
    throw new Error('No network');
  };
  expect(() => withSecrets(secrets, run)).toThrow('No network');
  expect(fs.existsSync(file)).toBe(false);
  expect(withSecrets({}, (...options) => options.length === 0)).toBe(true);
  const kept = findKeptSecrets(secrets, [{ name: 'INBOX_TO' }, { name: 'OLD' }]).join();
  expect(kept).toMatch(/^The Worker has the secret OLD, .* npx wrangler secret delete OLD$/);
});

test('the environment overrides .env, no other file is read, and a value is read as typed or refused, without repeating it', () => {
  enterFolder({ '.env.production': `INBOX_TO=${INBOX_TO}\n` });
  onTestFinished(() => void vi.unstubAllEnvs());
  const read = (text: string | Uint8Array) => {
    fs.writeFileSync('.env', text);
    return readEnvironment();
  };
  const stubs = { SITE_URL: undefined, PORT: '2', HOST: '', RATE_LIMIT: ' ' };
  for (const [name, value] of Object.entries(stubs)) vi.stubEnv(name, value);
  const text =
    '\uFEFFDATA_DIR="a $HOME"\nPORT=1\nHOST=a\nRATE_LIMIT=5\nSITE_DIR= \nINBOX_FROM=a@b.c\n';
  const { DATA_DIR, PORT, HOST, RATE_LIMIT, SITE_DIR, INBOX_FROM, INBOX_TO: other } = read(text);
  expect([DATA_DIR, PORT, INBOX_FROM]).toEqual(['a $HOME', '2', 'a@b.c']);
  expect([HOST, RATE_LIMIT, SITE_DIR, other]).toEqual(Array(4).fill(undefined));
  expect(() => read(Buffer.from(text, 'utf16le'))).toThrow('.env is in UTF-16: save it as UTF-8');
  for (const [line, SMTP_URL] of [
    ['SMTP_URL=smtps://u:s#t@a.b', 'smtps://u:s#t@a.b'],
    ['\texport SMTP_URL = smtps://u:p@a.b # r@firm.com', 'smtps://u:p@a.b'],
    ["SMTP_URL='smtps://u:p #q@h' # x", 'smtps://u:p #q@h'],
    [`SMTP_URL='"a" "b"'`, '"a" "b"'],
    ['SMTP_URL="a" # "c"', 'a'],
    ['SMTP_URL= # none', undefined],
    ['OTHER="-----BEGIN\nSMTP_URL=a\n"', 'a'],
  ]) {
    expect(read(`${line}\r\n`).SMTP_URL, line).toBe(SMTP_URL);
  }
  const unclear =
    'INBOX_TO in .env cannot be read: put the whole value between quotation marks of a kind that it does not have';
  for (const line of ['"a@b.co\nA="', '"sh -c "ls -l""', "'Ada'sfirm' # x", '"a";']) {
    expect(() => read(`INBOX_TO=${line}`)).toThrow(new ExplainedError(unclear));
  }
  const ansi = Buffer.from('INBOX_TO=a@b.co\nSMTP_URL=smtp://u:ü@b.co', 'latin1');
  expect(() => read(ansi)).toThrow('SMTP_URL in .env is not UTF-8: save the file as UTF-8');
  const lines = ['INBOX_TO: a@b.co', ' INBOX_TO a@b.co = x', 'INBOX_TO', 'set INBOX_TO=a@b.co'];
  for (const line of [...lines, '$env:INBOX_TO="a@b.co"', 'INBOX_TO\u00a0=a@b.co']) {
    expect(() => read(line)).toThrow('INBOX_TO in .env cannot be read: write INBOX_TO=value');
  }
  expect(read('A=INBOX_TO\n# INBOX_TO a@b.co\nB=1 # INBOX_TO').INBOX_TO).toBeUndefined();
  // The server serves what was built.
  expect(read('OUT_DIR=www').SITE_DIR).toBe('www');
  expect(read('OUT_DIR=www\nSITE_DIR=b').SITE_DIR).toBe('b');
  fs.rmSync('.env');
  fs.mkdirSync('.env');
  expect(readEnvironment).toThrow(/^The file \S+\.env cannot be read \(EISDIR\)\. It must belong/);
});
