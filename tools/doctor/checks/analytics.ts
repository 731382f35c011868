import { countPath } from '#enquiry/counts.ts';
import type { serviceStates } from '#model/vocabulary.ts';
import { error, type Finding } from '../finding.ts';
import { type Project, variable } from '../project.ts';

const privacy = 'content/pages/privacy.md';
const lines = ['analytics', 'analyticsKept'] as const satisfies (keyof typeof serviceStates)[];

/** Whether the words follow when visits are counted. */
export const findUntoldAnalytics = function* (project: Project): Generator<Finding> {
  const endpoint = variable(project, 'PUBLIC_ANALYTICS_ENDPOINT');
  const isOwn = endpoint === countPath;
  // Another mistake is named elsewhere.
  if (endpoint === null || !(isOwn || URL.canParse(endpoint))) return;
  const body = project.texts.filter(({ file, field }) => file === privacy && field === 'text');
  for (const name of lines) {
    if (body.some(({ text }) => text.includes(`{${name}}`))) continue;
    const message = `Visits are counted (PUBLIC_ANALYTICS_ENDPOINT), and the policy lacks {${name}}.`;
    const fix = `Write {${name}} where the policy says ${name === 'analytics' ? 'what you collect' : 'how long it is kept'}; its head has the lines for it.`;
    yield error(privacy, 'services', message, fix);
  }
  if (!isOwn) {
    const message =
      'The policy promises that counts are erased after a time, and the service does not do so by itself.';
    yield {
      severity: 'note',
      message,
      file: privacy,
      field: 'services',
      fix: 'Erase them there, or say how long you keep them.',
    };
  }
};
