import { parseArgs } from 'node:util';
import { runKillRounds } from './kill-server.ts';

// `npm run test:kill`: kills the server in the middle of its work, 200 times or as often as --rounds
// says, and counts what it had acknowledged and then lost.
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds must be a whole number of 1 or more, but is "${values.rounds}"`);
  process.exit(2);
}
const report = await runKillRounds(rounds, (round) => {
  process.stderr.write(`\r${round} of ${rounds} rounds `);
});
process.stderr.write('\n');
console.log(
  `${report.rounds} rounds of SIGKILL: ${report.acknowledged} acknowledged, ${report.stored} stored, ` +
    `${report.lost.length} lost, ${report.doubled.length} doubled.`,
);
process.exitCode = report.lost.length + report.doubled.length === 0 ? 0 : 1;
