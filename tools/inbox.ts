import { runInbox } from './inbox/command.ts';
import { runAtTerminal } from './terminal.ts';

await runAtTerminal(runInbox);
