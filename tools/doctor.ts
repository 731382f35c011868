import { publishHosts } from '#hosting/variables.ts';
import { ExplainedError } from '#model/mistake.ts';
import { diagnose } from './doctor/checks.ts';
import { formatFindings, hasErrors } from './doctor/finding.ts';
import { createCommand, flag, subcommand, text } from './subcommands.ts';
import { runAtTerminal } from './terminal.ts';

const row = subcommand({
  options: {
    all: flag('lists every finding, not only the ten that matter most'),
    json: flag('prints every finding as JSON'),
    host: text('HOST', `${publishHosts.join(', ')}; the default is PUBLISH_HOST`, publishHosts),
    confirm: text('FILE', 'confirms that the sample text of a file or folder is true of you'),
  },
  run: async ({ all, confirm, host, json }, _, { terminal, width }) => {
    const findings = await diagnose(host, { confirmed: confirm });
    const publishable = !hasErrors(findings);
    const report = json
      ? JSON.stringify({ publishable, findings }, null, 2)
      : formatFindings(findings, all, width);
    await terminal.write(`${report}\n`);
    if (!publishable) throw new ExplainedError('The site cannot be published yet.');
  },
});

await runAtTerminal(createCommand({ name: 'doctor', subcommands: { '': row } }));
