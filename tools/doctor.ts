import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { isOneOf } from '#model/vocabulary.ts';
import { diagnose } from './doctor/diagnose.ts';
import { hosts } from './doctor/project.ts';
import { formatFindings, hasErrors } from './doctor/report.ts';
import { readOptions } from './options.ts';

// `npm run doctor` changes no more than the list of what is confirmed.

const usage = `npm run doctor                       the ten findings that matter most
npm run doctor -- --all              every finding
npm run doctor -- --json             every finding, for programs
npm run doctor -- --host static      for a host that only serves files; also node, workers
npm run doctor -- --confirm FILE     what FILE has of the sample is true of you, too

Exit code 0: the site can be published. 1: it cannot. 2: an unknown option.`;

const { values } = readOptions({
  options: {
    all: { type: 'boolean' },
    confirm: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', short: 'h' },
    host: { type: 'string' },
    json: { type: 'boolean' },
  },
});
const { all, confirm, help, host = null, json } = values;

const missing = confirm.find((file) => !existsSync(file));
if (help) console.log(usage);
else if (host !== null && !isOneOf(hosts, host)) {
  console.error(`--host must be ${hosts.join(', ')}, but is "${host}"`);
  process.exitCode = 2;
} else if (missing !== undefined) {
  console.error(`--confirm must be a file such as content/pages/terms.md, but is "${missing}"`);
  process.exitCode = 2;
} else {
  const paths = confirm.map((path) => relative('.', path).replaceAll(sep, '/'));
  const findings = await diagnose(host, { confirmed: paths });
  const publishable = !hasErrors(findings);
  if (json) console.log(JSON.stringify({ publishable, findings }, null, 2));
  else console.log(formatFindings(findings, all));
  if (!publishable) process.exitCode = 1;
}
