import { unescape as decode } from 'node:querystring';
import { buildRecord } from '#hosting/build-record.ts';
import { variables } from '#hosting/variables.ts';
import { isBackendPath } from '#inbox/paths.ts';
import { error, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

const build = 'Run `npm run build` with the variables that it will be published with.';

/** Whether the built site is of this content and this configuration. */
export const findStale = ({ built, environment }: Project): Finding[] => {
  if (!built) return [error('dist', '', 'There is no built site.', build)];
  const { folder, newerSource, record: before } = built;
  const now = buildRecord(environment);
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const changed = names.filter((name) => before[name] !== now[name]);
  return [...(newerSource ? [newerSource] : []), ...changed].map((what) =>
    error(folder, '', `${what} has changed since the build.`, build),
  );
};

/** What pages link to or show, and the site does not have; a stale build is not looked at. */
export const findDeadLinks = (project: Project): Finding[] => {
  const { built, environment } = project;
  if (!built || findStale(project).length > 0) return [];
  const { origin } = new URL(environment.SITE_URL || variables.SITE_URL.default);
  const isThere = ({ pathname, hash }: URL): boolean => {
    const path = decode(pathname);
    // What follows the question mark fills in the form (behavior 3.3).
    const [id = ''] = decode(hash.slice(1)).split('?');
    const page = built.files.get(path);
    if (page === undefined) return isBackendPath(path);
    return id === '' || page.includes(` id="${id}"`);
  };
  return [...built.files].flatMap(([page, html]) => {
    const found = html.matchAll(/\s(?:href|src)="([^"]*)"/g);
    const addresses = new Set(Array.from(found, ([, address = '']) => address));
    return [...addresses].flatMap((address) => {
      const url = URL.parse(address, origin + page);
      if (url?.origin !== origin || isThere(url)) return [];
      const message = `The page ${page} links to ${address}, which is not on the site.`;
      return error('content/', address, message, 'Fix the address.');
    });
  });
};
