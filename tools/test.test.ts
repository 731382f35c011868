import { spawnSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyProject } from '../tests/project-copy.ts';

let folder: string;
beforeEach(() => {
  folder = copyProject();
});
afterEach(() => rmSync(folder, { recursive: true }));

const npmTest = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/test.ts', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test.each([['--all'], ['--quick'], ['--only=unit']])(
  'a missing field of the content is all that npm test %s says',
  (...args) => {
    renameSync(join(folder, 'content/identity.ts'), join(folder, 'content/whole-identity.ts'));
    writeFileSync(
      join(folder, 'content/identity.ts'),
      `import { identity as whole } from './whole-identity.ts';
      const { firm, ...rest } = whole;
      export const identity = rest;`,
    );
    expect(npmTest(...args)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'The content has mistakes:\n  - content/identity.ts:3: firm is missing; it must be a text between quotation marks\n\nNothing was tested. Correct the content first.\n',
    });
  },
);
