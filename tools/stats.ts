import { runStats } from './stats/command.ts';
import { runAtTerminal } from './terminal.ts';

await runAtTerminal(runStats);
