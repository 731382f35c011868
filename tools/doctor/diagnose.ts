import { writeFileSync } from 'node:fs';
import { readEnvironment } from '#hosting/read-environment.ts';
import { variables } from '#hosting/variables.ts';
import { findDeadLinks, findStaleBuild } from './checks/build.ts';
import {
  findBadDocuments,
  findExpiredContact,
  findSample,
  findStaleDocuments,
  findUnlistedDocuments,
} from './checks/content.ts';
import {
  findBadAddresses,
  findIgnoredVariables,
  findMissingServices,
  findVariableMistakes,
} from './checks/environment.ts';
import { findImpossibleContacts } from './checks/identity.ts';
import { findCalendarRemarks, findRemoteInbox, findUnreachable } from './checks/network.ts';
import type { Finding } from './finding.ts';
import { type Host, type Project, readProject } from './project.ts';
import { confirm, confirmedFile } from './sample.ts';

/** In the order in which an owner fixes things. A new check goes here. */
const checks: readonly ((project: Project) => Iterable<Finding> | Promise<Finding[]>)[] = [
  findVariableMistakes,
  findBadAddresses,
  findMissingServices,
  findImpossibleContacts,
  findSample,
  findUnlistedDocuments,
  findBadDocuments,
  findStaleDocuments,
  findExpiredContact,
  findStaleBuild,
  findDeadLinks,
  findIgnoredVariables,
  findRemoteInbox,
  findUnreachable,
  findCalendarRemarks,
];

/** Returns what the checks find, each with its line where the file has one. */
export const examine = async (project: Project): Promise<Finding[]> => {
  const found = await Promise.all(checks.map(async (check) => [...(await check(project))]));
  return found
    .flat()
    .map((finding) => ({ line: project.lineOf(finding.file, finding.field), ...finding }));
};

/**
 * Returns what the doctor finds in this project and its environment.
 * @param confirmed files whose sentences of the sample are true of the owner, too
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
  return examine(project);
};
