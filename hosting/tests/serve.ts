import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';
import { makeSite, serverCommand, startServerProcess } from './server-process.ts';
import { inspectInbox } from './test-site.ts';

/** Makes a small site, and a folder for its inbox, until the test ends. */
export const makePlace = () => {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { DATA_DIR: join(folder, 'data'), SITE_DIR: makeSite(folder) };
};

/** Serves in a process of its own, until the test ends. */
export const serve = async (
  environment: Record<string, string> = {},
  place = makePlace(),
  command = serverCommand,
) => {
  const server = await startServerProcess({ ...place, ...environment }, command);
  onTestFinished(async () => {
    server.child.kill();
    await server.ended;
  });
  return { ...server, ...place, ...inspectInbox(databaseFile(place.DATA_DIR)) };
};
