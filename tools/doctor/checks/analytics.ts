import { countPath } from '#enquiry/counts.ts';
import type { serviceStates } from '#model/vocabulary.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type Project, variable } from '../project.ts';
import { contentStrings } from '../strings.ts';

const privacy = 'content/privacy.md';
const lines = ['analytics', 'analyticsKept'] as const satisfies (keyof typeof serviceStates)[];

/** What is said of a site that counts nothing, and of one that nobody else counts for. */
const denials = {
  own: /\b(?:no|zero|0|without) analytics\b/i,
  service: /\b(?:no|zero|0|without)\s(?:analytics|track(?:ers?|ing))\b/i,
};

/** Whether the words follow when visits are counted. */
export const findUntoldAnalytics = function* (project: Project): Generator<Finding> {
  const endpoint = variable(project, 'PUBLIC_ANALYTICS_ENDPOINT');
  const isOwn = endpoint === countPath;
  // Another mistake is named elsewhere.
  if (endpoint === null || !(isOwn || URL.canParse(endpoint))) return;
  const [, ...body] = (project.texts[privacy] ?? '').split(/^---$/m).slice(1);
  for (const name of lines) {
    if (body.join().includes(`{${name}}`)) continue;
    const message = `Visits are counted (PUBLIC_ANALYTICS_ENDPOINT), and the policy lacks {${name}}.`;
    const fix = `Write {${name}} where the policy says ${name === 'analytics' ? 'what you collect' : 'how long it is kept'}; the lines for it stand at its head.`;
    yield error(privacy, 'services', message, fix);
  }
  for (const { file, field, text } of contentStrings(project)) {
    const [denial] = denials[isOwn ? 'own' : 'service'].exec(text) ?? [];
    if (!denial) continue;
    const who = isOwn
      ? 'the site'
      : `${new URL(endpoint).hostname}, which sees visitors’ addresses,`;
    const message = `“${denial}” stands there, and ${who} counts visits.`;
    yield warning(file, field, message, 'Say what is true, or count nothing.');
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
