import { isOneOf } from '#model/vocabulary.ts';
import { diagnose } from './doctor/diagnose.ts';
import { hosts } from './doctor/project.ts';
import { formatFindings, formatFindingsAsJson, hasErrors } from './doctor/report.ts';
import { readOptions } from './options.ts';

// `npm run doctor` changes nothing. It ends with 1 when it finds an error.

const {
  host = null,
  json,
  publish = false,
} = readOptions({
  options: {
    json: { type: 'boolean' },
    host: { type: 'string' },
    publish: { type: 'boolean' },
  },
}).values;

if (host === null || isOneOf(hosts, host)) {
  const findings = await diagnose(host, publish);
  console.log(json ? formatFindingsAsJson(findings) : formatFindings(findings));
  if (hasErrors(findings)) process.exitCode = 1;
} else {
  console.error(`--host must be ${hosts.join(', ')}, but is "${host}"`);
  process.exitCode = 2;
}
