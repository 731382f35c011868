import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variableList } from './variables.ts';

test('README.md says of each variable what the table says', () => {
  const rows = readFileSync('README.md', 'utf8').match(/^\| `[A-Z].*$/gm);
  expect(rows, 'rows of README.md (received) beside hosting/variables.ts (expected)').toEqual(
    variableList.map(
      ({ name, meaning, notSet, default: fallback }) =>
        `| \`${name}\` | ${meaning} | ${notSet ?? `\`${fallback}\``} |`,
    ),
  );
});
