import { contentSchemas, findContentMistakes } from '#content/schema/check.ts';
import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** Fields that are missing, misspelt, empty or of another kind: what also stops a build. */
export const findSchemaMistakes = ({ content }: Project): Finding[] =>
  Object.entries(contentSchemas).flatMap(([name, schema]) => {
    const file = `content/${name}.ts`;
    const value = content[name as keyof typeof contentSchemas];
    return findContentMistakes(file, schema, value).map((line): Finding => {
      const [, field = '', text = ''] = /^[^:]+: (\S+) (.*)$/.exec(line) ?? [];
      return {
        severity: 'error',
        what: `${field} ${text}.`,
        file,
        field,
        mend: 'Mend the field; the site cannot be built with it.',
      };
    });
  });
