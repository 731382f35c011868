import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { isOneOf } from '#model/vocabulary.ts';
import { diagnose } from './doctor/diagnose.ts';
import { hosts } from './doctor/project.ts';
import { formatFindings, hasErrors } from './doctor/report.ts';
import { CommandError, UsageError } from './options.ts';
import { createCommand, flag, subcommand, text } from './subcommands.ts';
import { runAtTerminal } from './terminal.ts';

const row = subcommand({
  help: '',
  options: {
    all: flag('lists every finding, not only the ten that matter most'),
    json: flag('prints every finding as JSON'),
    host: text('HOST', `${hosts.join(', ')}; the default is PUBLISH_HOST`, hosts),
    confirm: text('FILE', 'confirms that the sample text of a file or folder is true of you'),
  },
  run: async ({ all, confirm, host, json }, _, { environment, terminal, width }) => {
    if (confirm !== undefined && !existsSync(confirm)) {
      throw new UsageError(`--confirm must be a file or folder, but is "${confirm}"`);
    }
    const asked = host ?? environment.PUBLISH_HOST;
    const findings = await diagnose(isOneOf(hosts, asked) ? asked : null, {
      confirmed: confirm ? [relative('.', confirm).replaceAll(sep, '/')] : [],
    });
    const publishable = !hasErrors(findings);
    const report = json
      ? JSON.stringify({ publishable, findings }, null, 2)
      : formatFindings(findings, all, width);
    await terminal.write(`${report}\n`);
    if (!publishable) throw new CommandError('The site cannot be published yet.');
  },
});

await runAtTerminal(createCommand({ name: 'doctor', subcommands: { '': row } }));
