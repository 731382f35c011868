import { writeFileSync } from 'node:fs';
import { readEnvironment } from '#hosting/read-environment.ts';
import { variables } from '#hosting/variables.ts';
import { findCalendarRemarks } from './calendars.ts';
import { confirm } from './checks/sample.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';
import type { Host } from './project.ts';
import { confirmedFile, readProject } from './read-project.ts';

/**
 * What the doctor finds in this project and its environment.
 * @param confirmed files of which the owner says that what they have of the sample is true
 */
export const diagnose = async (
  host: Host | null,
  confirmed: readonly string[] = [],
): Promise<Finding[]> => {
  const environment = readEnvironment();
  const folder = environment.OUT_DIR ?? variables.OUT_DIR.default;
  const project = await readProject(environment, host, folder);
  if (confirmed.length > 0) {
    project.confirmed = confirm(project, confirmed);
    writeFileSync(confirmedFile, `${JSON.stringify(project.confirmed, null, 2)}\n`);
  }
  return [...examine(project), ...(await findCalendarRemarks(environment))];
};
