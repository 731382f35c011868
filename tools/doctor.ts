import { parseArgs } from 'node:util';
import { isOneOf } from '#content/schema/vocabulary.ts';
import { diagnose } from './doctor/diagnose.ts';
import { hosts } from './doctor/project.ts';
import { formatFindings, formatFindingsAsJson, hasErrors } from './doctor/report.ts';

// `npm run doctor` changes nothing. It ends with 1 when it finds an error.

const readOptions = () => {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: 'boolean' },
        host: { type: 'string' },
        publish: { type: 'boolean' },
      },
    });
    const { host = null, json = false, publish = false } = values;
    if (host === null || isOneOf(hosts, host)) return { host, json, publish };
    console.error(`--host must be ${hosts.join(', ')}, but is "${host}"`);
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
  }
  return null;
};

const options = readOptions();
if (options === null) process.exitCode = 2;
else {
  const { host, json, publish } = options;
  const findings = await diagnose(host, publish);
  console.log(json ? formatFindingsAsJson(findings) : formatFindings(findings));
  if (hasErrors(findings)) process.exitCode = 1;
}
