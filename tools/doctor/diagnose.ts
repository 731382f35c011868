import { writeFileSync } from 'node:fs';
import { readEnvironment } from '#hosting/read-environment.ts';
import { variables } from '#hosting/variables.ts';
import * as build from './checks/build.ts';
import * as content from './checks/content.ts';
import * as documents from './checks/documents.ts';
import * as environment from './checks/environment.ts';
import * as network from './checks/network.ts';
import type { Finding } from './finding.ts';
import { type Host, type Project, readProject } from './project.ts';
import { confirm, confirmedFile } from './sample.ts';

/** In the order in which an owner fixes things. A new check goes here. */
const checks: readonly ((project: Project) => Finding[] | Promise<Finding[]>)[] = [
  environment.findMistakes,
  environment.findBadAddresses,
  environment.findMissingServices,
  content.findImpossibleContacts,
  content.findSample,
  content.findExpiredContact,
  documents.findUnlisted,
  documents.findWrong,
  documents.findStale,
  build.findStale,
  build.findDeadLinks,
  environment.findIgnored,
  environment.findSharedInbox,
  network.findUnreachable,
  network.findCalendarRemarks,
];

/** Returns what the checks find, each with its line where the file has one. */
export const examine = async (project: Project): Promise<Finding[]> => {
  const found = await Promise.all(checks.map((check) => check(project)));
  const placeOf = ({ file, field }: Pick<Finding, 'file' | 'field'>) => `${file} ${field}`;
  const lines = new Map(project.texts.map((text) => [placeOf(text), text.line]));
  return found.flat().map((finding) => ({ line: lines.get(placeOf(finding)), ...finding }));
};

/**
 * Returns what the doctor finds in this project and its environment.
 * @param options `folder` of the built site; `confirmed`: files whose sentences of the sample are true
 *   of the owner, too
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
