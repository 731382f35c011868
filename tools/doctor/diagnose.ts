import { readEnvironment } from '#hosting/read-environment.ts';
import { variables } from '#hosting/variables.ts';
import { findCalendarRemarks } from './calendars.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';
import type { Host } from './project.ts';
import { readProject } from './read-project.ts';
import { forPublishing } from './report.ts';

/** What the doctor says of this project and the environment; deploying asks it with `isPublishing`. */
export const diagnose = async (host: Host | null, isPublishing: boolean): Promise<Finding[]> => {
  const environment = readEnvironment();
  const folder = environment.OUT_DIR ?? variables.OUT_DIR.default;
  const findings = [
    ...examine(await readProject(environment, host, folder)),
    ...(await findCalendarRemarks(environment)),
  ];
  return isPublishing ? forPublishing(findings) : findings;
};
