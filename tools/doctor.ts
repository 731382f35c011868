import { parseArgs } from 'node:util';
import { isOneOf } from '#content/schema/vocabulary.ts';
import { readEnvironment } from '#hosting/read-environment.ts';
import { variables } from '#hosting/variables.ts';
import { examine } from './doctor/examine.ts';
import { type Host, hosts } from './doctor/project.ts';
import { readProject } from './doctor/read-project.ts';
import { formatFindings, formatFindingsAsJson, hasErrors } from './doctor/report.ts';

/**
 * `npm run doctor`: says what must not be published, in content, configuration and the built site.
 * It builds nothing and changes nothing. Ends with 1 when there is an error.
 *
 *   --host=node|workers|static   where the site is to live; a static host has no form backend
 *   --json                       for machines
 */

const readOptions = (): { host: Host | null; json: boolean } => {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, host: { type: 'string' } },
  });
  const { host = null, json } = values;
  if (host !== null && !isOneOf(hosts, host)) {
    throw new TypeError(`--host must be ${hosts.join(', ')}, but is "${host}"`);
  }
  return { host, json };
};

const run = async ({ host, json }: ReturnType<typeof readOptions>): Promise<void> => {
  const environment = readEnvironment();
  const folder = environment.OUT_DIR ?? variables.OUT_DIR.default;
  const findings = examine(await readProject(environment, host, folder));
  console.log(json ? formatFindingsAsJson(findings) : formatFindings(findings));
  if (hasErrors(findings)) process.exitCode = 1;
};

let options: ReturnType<typeof readOptions> | null = null;
try {
  options = readOptions();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 2;
}
if (options) await run(options);
