import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import type { NewSubmission } from '#inbox/stores/store.ts';
import { runInbox } from './command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const inbox = async (args: readonly string[], answer: string | null = null) => {
  let stdout = '';
  let stderr = '';
  const status = await runInbox(
    args,
    { DATA_DIR: folder },
    {
      write: (text) => {
        stdout += `${text}\n`;
      },
      writeError: (text) => {
        stderr += `${text}\n`;
      },
      ask: answer === null ? null : async () => answer,
    },
  );
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
};

const fill = async (...submissions: Partial<NewSubmission>[]): Promise<void> => {
  const database = openDatabase(join(folder, 'inbox.sqlite'));
  const store = createSqliteStore(database);
  for (const over of submissions) {
    await store.add({
      kind: 'enquiry',
      fields: { message: 'Hello' },
      receivedAt: '2026-01-02T03:04:05.000Z',
      idempotencyKey: null,
      isToDeliver: false,
      ...over,
    });
  }
  const [undelivered] = await store.list({ isUndelivered: true });
  if (undelivered) {
    await store.claim(undelivered, '2026-01-02T03:05:00.000Z');
    await store.setFailed(undelivered.id, '451 Not now');
  }
  database.close();
};

const listed = async (...args: string[]): Promise<number[]> => {
  const { stdout } = await inbox(['--json', ...args]);
  return (JSON.parse(stdout) as { id: number }[]).map(({ id }) => id);
};

test('shows what was asked for', async () => {
  const old = { receivedAt: '2020-01-01T00:00:00.000Z', fields: { message: 'Old' } };
  await fill(old, { kind: 'booking', fields: { message: 'Book' } }, { isToDeliver: true });
  expect(await listed()).toEqual([3, 2, 1]);
  expect(await listed('--kind', 'booking')).toEqual([2]);
  expect(await listed('--since', '2026-01-01')).toEqual([3, 2]);
  expect(await listed('--undelivered')).toEqual([3]);
  const { status, stdout } = await inbox(['--undelivered']);
  expect(status).toBe(0);
  expect(stdout).toContain('Not delivered yet (1)');
  expect(stdout).toContain('451 Not now');
});

const lineWidths = (table: string): number[] => {
  const lines = table.split('\n').filter((line) => /^[┌├└│]/.test(line));
  return [...new Set(lines.map((line) => stringWidth(line)))];
};

test.each<[string, (length: number) => string]>([
  ['lines of one letter', (length) => 'a\n'.repeat(length / 2)],
  ['one word', (length) => 'a'.repeat(length)],
  ['words', (length) => 'hello '.repeat(length / 6)],
  ['spaces', (length) => `a${' '.repeat(length)}b`],
  ['blank lines', (length) => `a${'\n'.repeat(length)}b`],
  ['Chinese', (length) => '你好，世界。'.repeat(length / 6)],
  ['marks on one letter', (length) => `a${'\u0301\u0316'.repeat(length / 2)}`],
  ['marks on every letter', (length) => 'a\u0301\u0316\u0302\u0317'.repeat(length / 5)],
  ['emoji of four people', (length) => '👨‍👩‍👧‍👦'.repeat(length / 11)],
  ['Hangul letters in one cluster', (length) => '\u1100'.repeat(length)],
  ['control characters', (length) => '\u001b'.repeat(length)],
])('shows and erases %s quickly, in straight tables', async (_, write) => {
  // Short first, so that worse than linear time fails and does not hang.
  for (const length of [2000, 8000, 64_000]) {
    const message = write(length);
    await fill({ fields: { message } });
    const [[entry], id] = [JSON.parse((await inbox(['--json'])).stdout), (await listed())[0]];
    expect(entry.message).toBe(message);
    const start = performance.now();
    const shown = await inbox([]);
    const erased = await inbox(['--erase', String(id), '--yes']);
    expect(performance.now() - start, `milliseconds for ${length}`).toBeLessThan(2000);
    for (const { stdout } of [shown, erased]) {
      expect(lineWidths(stdout)).toHaveLength(1);
      expect(stdout.length).toBeLessThan(20_000);
    }
    expect(erased.stdout).toMatch(/Erased: 1\.$/);
  }
});

test('an inbox that is not there is empty, and is not made', async () => {
  expect(await inbox([])).toEqual({ status: 0, stdout: 'The inbox is empty.', stderr: '' });
  expect(readdirSync(folder)).toEqual([]);
});

test('erases nothing that was not confirmed', async () => {
  await fill({});
  const { status, stdout, stderr } = await inbox(['--erase', '1']);
  expect(status).toBe(3);
  expect(stdout).toContain('Hello');
  expect(stderr).toBe(
    'Erase this submission for good?\nNothing was erased. Add --yes to confirm where nobody can answer.',
  );
  expect(await listed()).toEqual([1]);
});

test.each(['no', '', 'y'])('takes %j for a no', async (answer) => {
  await fill({});
  const { status, stderr } = await inbox(['--erase', '1'], answer);
  expect([status, stderr]).toEqual([3, 'Nothing was erased.']);
  expect(await listed()).toEqual([1]);
});

test('what is erased is gone, also from the files', async () => {
  await fill({ fields: { message: 'Something-very-private' } }, {});
  const inFiles = () =>
    readdirSync(folder).some((name) =>
      readFileSync(join(folder, name)).includes('Something-very-private'),
    );
  expect(inFiles()).toBe(true);
  expect(await inbox(['--erase', '1'], 'yes')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/Erased: 1\.$/),
  });
  expect(await listed()).toEqual([2]);
  expect(inFiles()).toBe(false);
});

test('erases what is older than the privacy page promises', async () => {
  const day = 24 * 60 * 60 * 1000;
  const ago = (days: number) => ({ receivedAt: new Date(Date.now() - days * day).toISOString() });
  await fill(ago(3 * 365), ago(2 * 365 + 2), ago(2 * 365 - 2), ago(1));
  expect(await inbox(['--erase-older-than', '2y', '--yes'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/Erased: 2\.$/),
  });
  expect(await listed()).toEqual([4, 3]);
  expect(await inbox(['--erase-older-than', '2y', '--yes'])).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^Nothing was received before .* Nothing was erased\.$/),
  });
});

test('shows the newest of many before it erases them', async () => {
  const messages = Array.from({ length: 23 }, (_, index) => `Message ${index + 1}.`);
  await fill(...messages.map((message) => ({ fields: { message } })));
  const { stdout, stderr } = await inbox(['--erase-older-than', '2026-02-01'], 'no');
  expect(stdout.match(/Message \d+\./g)).toEqual(messages.toReversed().slice(0, 20));
  expect(stdout).toMatch(/\n… and 3 more\.$/);
  expect(stderr).toBe('Nothing was erased.');
});

test.each([
  [['--erase', '9', '--yes'], 1, /^There is nothing with the ID 9\. Nothing was erased\.$/],
  [['--erase', 'x', '--yes'], 2, /^--erase must be an ID from the inbox, but is "x"$/],
  [['--erase', '1', '--json'], 2, /^--json cannot be combined with an erasure$/],
  [['--erase', '1', '--erase-older-than', '2y'], 2, /cannot be combined; run one/],
  [['--erase-older-than', 'ages'], 2, /^--erase-older-than must be a date/],
  [['--since', 'yesterday'], 2, /^--since must be a date/],
  [['--kind', 'spam'], 2, /^--kind must be enquiry, booking, subscriber, but is "spam"$/],
  [['--host', 'mars'], 2, /^--host must be node, workers or preview, but is "mars"$/],
  [['--yes'], 2, /^--yes confirms an erasure/],
  [['--colour'], 2, /--colour/],
] as const)('%j ends with %i', async (args, code, message) => {
  const { status, stdout, stderr } = await inbox(args);
  expect(stderr).toMatch(message);
  expect([status, stdout]).toEqual([code, '']);
});
