import { parseArgs } from 'node:util';
import { isOneOf } from '#content/schema/vocabulary.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import { variables } from '#hosting/variables.ts';
import { examine } from './doctor/examine.ts';
import { hosts } from './doctor/project.ts';
import { readProject } from './doctor/read-project.ts';
import { formatFindings, formatFindingsAsJson, hasErrors } from './doctor/report.ts';

// `npm run doctor` changes nothing. It ends with 1 when it finds an error.

const readOptions = () => {
  try {
    const { values } = parseArgs({
      options: { json: { type: 'boolean' }, host: { type: 'string' } },
    });
    const { host = null, json = false } = values;
    if (host === null || isOneOf(hosts, host)) return { host, json };
    console.error(`--host must be ${hosts.join(', ')}, but is "${host}"`);
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
  }
  process.exit(2);
};

const { host, json } = readOptions();
const environment = readEnvironment();
const folder = environment.OUT_DIR ?? variables.OUT_DIR.default;
const findings = examine(await readProject(environment, host, folder));
console.log(json ? formatFindingsAsJson(findings) : formatFindings(findings));
if (hasErrors(findings)) process.exitCode = 1;
