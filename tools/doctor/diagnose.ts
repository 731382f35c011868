import { writeFileSync } from 'node:fs';
import { readEnvironment } from '#hosting/read-environment.ts';
import { variables } from '#hosting/variables.ts';
import { examine } from './checks.ts';
import type { Finding } from './finding.ts';
import { type Host, readProject } from './project.ts';
import { confirm, confirmedFile } from './sample.ts';

/**
 * Returns what the doctor finds in this project and its environment.
 * @param options `folder` of the built site; `confirmed`: files and folders whose sample text is true of
 *   the owner from now on
 */
export const diagnose = async (
  host: Host | null,
  { folder, confirmed = [] }: { folder?: string; confirmed?: readonly string[] } = {},
): Promise<Finding[]> => {
  const set = readEnvironment();
  const project = await readProject(set, host, folder ?? set.OUT_DIR ?? variables.OUT_DIR.default);
  if (confirmed.length > 0) {
    project.confirmed = confirm(project, confirmed);
    writeFileSync(confirmedFile, `${JSON.stringify(project.confirmed, null, 2)}\n`);
  }
  return examine(project);
};
