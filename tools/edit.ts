import { runEdit } from './edit/command.ts';
import { runAtTerminal } from './terminal.ts';

await runAtTerminal(runEdit);
