import type { Finding } from '../../finding.ts';
import { type Project, siteUrlOf, variable } from '../../project.ts';

const build = 'Run `npm run build` with the variables that it will be published with.';

/** Whether there is a built site, and whether it is of this content and this configuration. */
export const findStaleBuild = (project: Project): Finding[] => {
  const { built } = project;
  if (!built) {
    const message = 'There is no built site, so only content and configuration were looked at.';
    return [{ severity: 'error', message, file: 'dist', field: 'the whole folder', fix: build }];
  }
  const findings: Finding[] = [];
  const report = (field: string, message: string): void => {
    findings.push({ severity: 'error', message, file: built.folder, field, fix: build });
  };
  if (built.newerSource) {
    report('the whole folder', `${built.newerSource} has changed since the site was built.`);
  }
  const home = built.pages.find(({ path }) => path === '/');
  if (!home) {
    report('index.html', 'There is no home page.');
    return findings;
  }
  const { origin } = siteUrlOf(project);
  const canonical = home.root.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '';
  if (!URL.canParse(canonical) || new URL(canonical).origin !== origin) {
    report(
      'index.html',
      `The site was built for ${canonical || 'nowhere'}, and SITE_URL is ${origin}.`,
    );
  }
  const endpoint = variable(project, 'PUBLIC_FORM_ENDPOINT') ?? '/api/submit';
  const action = home.root.querySelector('#contact form')?.getAttribute('action');
  if (action !== endpoint) {
    report(
      'index.html',
      `The contact form posts to ${action}, and PUBLIC_FORM_ENDPOINT is ${endpoint}.`,
    );
  }
  return findings;
};
