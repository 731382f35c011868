import { error, type Finding } from '../../finding.ts';
import { type Project, siteUrlOf, variable } from '../../project.ts';

const build = 'Run `npm run build` with the variables that it will be published with.';

/** Whether the built site is of this content and this configuration. */
export const findStaleBuild = function* (project: Project): Generator<Finding> {
  const { built } = project;
  if (!built) {
    const message = 'There is no built site, so only content and configuration were looked at.';
    yield error('dist', 'the whole folder', message, build);
    return;
  }
  const report = (field: string, message: string) => error(built.folder, field, message, build);
  if (built.newerSource) {
    yield report('the whole folder', `${built.newerSource} has changed since the site was built.`);
  }
  const home = built.pages.find(({ path }) => path === '/');
  if (!home) {
    yield report('index.html', 'There is no home page.');
    return;
  }
  const { origin } = siteUrlOf(project);
  const canonical = home.root.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '';
  if (!URL.canParse(canonical) || new URL(canonical).origin !== origin) {
    const message = `The site was built for ${canonical || 'nowhere'}, and SITE_URL is ${origin}.`;
    yield report('index.html', message);
  }
  const endpoint = variable(project, 'PUBLIC_FORM_ENDPOINT') ?? '/api/submit';
  const action = home.root.querySelector('#contact form')?.getAttribute('action');
  if (action !== endpoint) {
    const message = `The contact form posts to ${action}, and PUBLIC_FORM_ENDPOINT is ${endpoint}.`;
    yield report('index.html', message);
  }
};
