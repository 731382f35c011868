import { spawnSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyProject } from '../tests/project-copy.ts';

test('a missing field of the content is all that npm test says', () => {
  const folder = copyProject();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  renameSync(join(folder, 'content/identity.ts'), join(folder, 'content/whole-identity.ts'));
  writeFileSync(
    join(folder, 'content/identity.ts'),
    `import { identity as whole } from './whole-identity.ts';
    const { firm, ...rest } = whole;
    export const identity = rest;`,
  );
  const inFolder = { cwd: folder, encoding: 'utf8' } as const;
  expect(spawnSync(process.execPath, ['tools/test.ts', '--all'], inFolder)).toMatchObject({
    status: 1,
    stdout: '',
    stderr:
      'The content has mistakes:\n  - content/identity.ts:3: firm is missing; it must be a text between quotation marks\n\nNothing was tested. Correct the content first.\n',
  });
});
