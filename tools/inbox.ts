import { createInterface } from 'node:readline/promises';
import { readEnvironment } from '#hosting/read-environment.ts';
import { runInbox } from './inbox/command.ts';

const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return answer;
};

process.exitCode = await runInbox(process.argv.slice(2), readEnvironment(), {
  write: (text) => process.stdout.write(`${text}\n`),
  writeError: (text) => process.stderr.write(`${text}\n`),
  ask: process.stdin.isTTY ? ask : null,
});
