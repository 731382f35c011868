import fc from 'fast-check';
import { test } from '../../fixtures.ts';
import { commandArbitraries, windows } from './commands.ts';
import { Model } from './model.ts';
import { Visitor } from './visitor.ts';

const { MODEL_RUNS = '200', MODEL_SEED = '18', MODEL_PATH = '' } = process.env;

const [path = '', replayPath] = MODEL_PATH.split(' ');

/** They run side by side. */
const parts = path ? 1 : 4;

/** In sequence; a stopped clock keeps a list of what it went through. */
const runsPerContext = 50;

for (let part = 0; part < parts; part++) {
  const numRuns = Math.ceil(Number(MODEL_RUNS) / parts);
  const seed = Number(MODEL_SEED) + part;
  test(`whatever a visitor does, ${numRuns} times up to 25 things from seed ${seed}`, async ({
    browser,
    site,
  }) => {
    test.setTimeout(300_000 + numRuns * 20_000);
    let visitor: Visitor | undefined;
    let runs = 0;
    const begin = async (width: number, height: number) => {
      if (visitor && runs++ % runsPerContext === 0) {
        await visitor.end();
        visitor = undefined;
      }
      visitor ??= await Visitor.start(browser, site.url);
      await visitor.begin(width, height);
      return { model: new Model(width), real: visitor };
    };
    const property = fc.asyncProperty(
      fc.constantFrom(...windows),
      fc.commands(commandArbitraries, {
        maxCommands: 25,
        size: 'max',
        ...(replayPath ? { replayPath } : {}),
      }),
      async ([width, height], commands) => {
        try {
          await fc.asyncModelRun(() => begin(width, height), commands);
        } catch (cause) {
          await visitor?.end();
          visitor = undefined;
          throw cause;
        }
      },
    );
    const started = Date.now();
    const result = await fc.check(property, { seed, numRuns, path });
    await visitor?.end();
    console.log(`${result.numRuns} runs from seed ${seed} in ${Date.now() - started} ms`);
    if (result.numRuns === 0) throw new Error(`There is no run at MODEL_PATH='${MODEL_PATH}'`);
    if (result.failed) {
      const [, commandsPath = ''] = /replayPath="(.*?)"/.exec(String(result.counterexample)) ?? [];
      const failure = `${result.counterexample}\n\n${result.errorInstance}\n\nAgain: MODEL_RUNS=1 MODEL_SEED=${seed} MODEL_PATH='${result.counterexamplePath} ${commandsPath}'`;
      // Other parts may go on for an hour.
      console.log(failure);
      throw new Error(failure);
    }
  });
}
