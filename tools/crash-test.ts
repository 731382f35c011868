import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSqliteStore, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { makeSite, startServerProcess } from './server-process.ts';
import { postEnquiry } from './submission.ts';

const concurrency = 16;
/** Acknowledgements before a kill, at most. */
const mostPerRound = 60;

/**
 * Kills the server amid enquiries and starts it again on the same data.
 * Each round sends again, with its id, what the one before did not acknowledge.
 * @returns with `lost`: acknowledged and not stored, and `doubled`: stored twice
 */
export const crashRepeatedly = async (
  rounds: number,
  onRound: (round: number) => void = () => {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'crash-'));
  const dataDir = join(folder, 'data');
  const siteDir = makeSite(folder);
  const acknowledged = new Set<string>();
  let unanswered: string[] = [];
  let count = 0;

  for (let round = 1; round <= rounds; round++) {
    const server = await startServerProcess({ DATA_DIR: dataDir, SITE_DIR: siteDir });
    const killAfter = Math.floor(Math.random() * mostPerRound);
    const again = unanswered;
    unanswered = [];
    let isKilled = false;
    let inRound = 0;
    const kill = (): void => {
      isKilled = true;
      server.child.kill('SIGKILL');
    };
    const send = async (): Promise<void> => {
      while (!isKilled) {
        const id = again.pop() ?? `enquiry-${count++}`;
        try {
          const response = await postEnquiry(
            server.url,
            { message: `The message of ${id}` },
            { 'Idempotency-Key': id },
          );
          if (response.status !== 200) throw new Error(`answered ${response.status}`);
          acknowledged.add(id);
          if (++inRound > killAfter) kill();
        } catch (cause) {
          if (!isKilled) {
            kill();
            throw cause;
          }
          unanswered.push(id);
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, send));
    unanswered.push(...again);
    await server.ended;
    onRound(round);
  }

  const database = openDatabase(join(dataDir, 'inbox.sqlite'));
  const stored = (await createSqliteStore(database).list()).map(({ fields }) =>
    (fields.message ?? '').replace('The message of ', ''),
  );
  database.close();
  rmSync(folder, { recursive: true });
  const unique = new Set(stored);
  return {
    rounds,
    acknowledged: acknowledged.size,
    stored: stored.length,
    lost: [...acknowledged].filter((id) => !unique.has(id)),
    doubled: stored.filter((id, index) => stored.indexOf(id) !== index),
  };
};

// `npm test -- --only=crash [-- --rounds=10]`
if (import.meta.main) {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    console.error(`--rounds must be a whole number of 1 or more, but is "${values.rounds}"`);
    process.exit(2);
  }
  const report = await crashRepeatedly(rounds, (round) => {
    process.stderr.write(`\r${round} of ${rounds} rounds `);
  });
  process.stderr.write('\n');
  console.log(
    `${report.rounds} rounds of SIGKILL: ${report.acknowledged} acknowledged, ${report.stored} stored, ` +
      `${report.lost.length} lost, ${report.doubled.length} doubled.`,
  );
  process.exitCode = report.lost.length + report.doubled.length === 0 ? 0 : 1;
}
