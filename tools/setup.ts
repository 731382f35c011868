import { setupIn } from './setup/command.ts';
import { runAtTerminal } from './terminal.ts';

await runAtTerminal(setupIn('.'));
