import { existsSync } from 'node:fs';
import { isOneOf } from '#model/vocabulary.ts';
import { diagnose } from './doctor/diagnose.ts';
import { hosts } from './doctor/project.ts';
import { formatFindings, formatFindingsAsJson, hasErrors } from './doctor/report.ts';
import { readOptions } from './options.ts';

// `npm run doctor` changes no more than the list of what is confirmed. It ends with 1 when it finds an error.

const {
  all = false,
  confirm = [],
  host = null,
  json,
} = readOptions({
  options: {
    all: { type: 'boolean' },
    confirm: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    host: { type: 'string' },
  },
}).values;

const missing = confirm.find((file) => !existsSync(file));
if (host !== null && !isOneOf(hosts, host)) {
  console.error(`--host must be ${hosts.join(', ')}, but is "${host}"`);
  process.exitCode = 2;
} else if (missing) {
  console.error(`--confirm must be a file such as content/pages/terms.md, but is "${missing}"`);
  process.exitCode = 2;
} else {
  const findings = await diagnose(host, confirm);
  console.log(json ? formatFindingsAsJson(findings) : formatFindings(findings, all));
  if (hasErrors(findings)) process.exitCode = 1;
}
