import { buildRecord } from '#hosting/build-record.ts';
import { error, type Finding } from '../../finding.ts';
import type { Project } from '../../project.ts';

const build = 'Run `npm run build` with the variables that it will be published with.';

/** Whether the built site is of this content and this configuration. */
export const findStaleBuild = function* (project: Project): Generator<Finding> {
  const { built, environment } = project;
  if (!built) {
    const message = 'There is no built site, so only content and configuration were looked at.';
    yield error('dist', 'the whole folder', message, build);
    return;
  }
  const report = (field: string, message: string) => error(built.folder, field, message, build);
  if (built.newerSource) {
    yield report('the whole folder', `${built.newerSource} has changed since the site was built.`);
  }
  if (!built.record) {
    const message = `Nothing says which variables ${built.folder} was built with: variables.json is missing beside it.`;
    yield report('the whole folder', message);
    return;
  }
  const current = buildRecord(environment);
  for (const name of new Set([...Object.keys(current), ...Object.keys(built.record)])) {
    const [before, now] = [built.record[name], current[name]];
    if (before === now) continue;
    const was = before === undefined ? `without ${name}` : `with ${name} ${before}`;
    yield report(name, `The site was built ${was}, and now it is ${now ?? 'not set'}.`);
  }
};
