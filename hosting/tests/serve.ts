import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { databaseFile } from '#inbox/stores/sqlite-store.ts';
import { makeFolder } from '#model/tests/folder.ts';
import { makeSite, startServerProcess } from './server-process.ts';
import { inspectInbox } from './test-site.ts';

/** Makes a small site, and a folder for its inbox, until the test ends. */
export const makePlace = (name = '.') => {
  const folder = join(makeFolder(), name);
  return { DATA_DIR: join(folder, 'data'), SITE_DIR: makeSite(folder) };
};

/** Serves in a process of its own, until the test ends. @param command the same as that of `startServerProcess` */
export const serve = async (
  environment: Record<string, string> = {},
  place = makePlace(),
  ...command: [command?: readonly string[], folder?: string]
) => {
  const server = await startServerProcess({ ...place, ...environment }, ...command);
  onTestFinished(async () => {
    server.child.kill();
    await server.ended;
  });
  return { ...server, ...place, ...inspectInbox(databaseFile(place.DATA_DIR)) };
};
