import { findMistakes } from '#model/check.ts';
import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** What also stops a build. */
export const findSchemaMistakes = ({ badPictures, content }: Project): Finding[] =>
  [...findMistakes(content), ...badPictures].map((mistake) => ({
    ...mistake,
    message: mistake.message.replace(/[^.?]$/, '$&.'),
    severity: 'error',
    fix: 'Fix the field; the site cannot be built with it.',
  }));
