import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChanges } from './changes.ts';

test('a file is as old as its last change, and nothing is said of one that was only brought in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changes-'));
  const git = (day: string, ...args: string[]) => {
    const time = `${day}T12:00:00Z`;
    const identity = ['-c', 'user.name=Dana', '-c', 'user.email=dana@harborrisk.com'];
    const env = { ...process.env, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time };
    expect(spawnSync('git', [...identity, ...args], { cwd: folder, env }).status).toBe(0);
  };
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const files = ['terms.md', 'privacy.md', 'resume.md'];

  expect(readChanges(folder, files)).toEqual({});
  git('2026-01-05', 'init', '--quiet');
  for (const file of files) write(file, 'One.');
  git('2026-01-05', 'add', '.');
  git('2026-01-05', 'commit', '--quiet', '--message=in');
  expect(readChanges(folder, files)).toEqual({});
  write('terms.md', 'Two.');
  git('2026-03-09', 'commit', '--quiet', '--all', '--message=terms');
  write('privacy.md', 'Two.');
  const today = new Date().toISOString().slice(0, 10);
  expect(readChanges(folder, files)).toEqual({ 'terms.md': '2026-03-09', 'privacy.md': today });
  rmSync(folder, { recursive: true });
});
