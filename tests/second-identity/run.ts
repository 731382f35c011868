import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { content } from '#content/schema/check.ts';
import { legalPages } from '#content/schema/legal-pages.ts';
import { pictureFolder } from '#content/schema/pictures.ts';
import { copyProject } from '../project-copy.ts';
import { isSample, notSample } from '../sample.ts';
import { secondContent, secondLegalText, secondPictures, secondResume } from './content.ts';

// `npm test -- --only=second-identity` runs `npm test`, accessibility and geometry in a copy of the
// project that belongs to somebody else, and asks the doctor whether it can be published. What stands
// after a second `--` is for a single run there.

const report = 'test-results/second-identity.json';

/** Each by the arguments of `npm test --`. The first builds for the others. */
const testsOfASite = [
  [],
  ['--only=accessibility'],
  ['--only=robustness', '--', 'tests/robustness/geometry.spec.ts'],
];

const siteUrl = 'https://riskradgivning-ostrom.se';

const types: Record<string, string> = {
  identity: 'Identity',
  site: 'Site',
  hero: 'Hero',
  'threshold-figure': 'ThresholdFigure',
  services: 'Services',
  expertise: 'Expertise',
  about: 'About',
  resources: 'Resources',
  contact: 'Contact',
  'case-studies': 'CaseStudies',
  clients: 'Clients',
  availability: 'Availability',
};

/** Where their types are; the others' are in `schema.ts`. */
const homes: Record<string, string> = {
  'case-studies': 'sections',
  clients: 'sections',
  availability: 'availability',
};

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The source of a file in `content/`. */
const moduleOf = (name: string, value: object | null): string => {
  const type = types[name];
  const declare = (constant: string, part: unknown): string =>
    `export const ${constant}${type ? `: ${type}` : ''} = ${JSON.stringify(part)}${type ? '' : ' as const'};\n`;
  if (name === 'messages') {
    return Object.entries(value ?? {})
      .map(([part, texts]) => declare(part, texts))
      .join('\n');
  }
  const imports = type
    ? `import type { ${type} } from './schema/${homes[name] ?? 'schema'}.ts';\n\n`
    : '';
  return imports + declare(camelCase(name), value);
};

/** Gives the project in a folder to somebody else. */
export const settle = async (folder: string): Promise<void> => {
  const file = (name: string): string => join(folder, 'content', name);
  for (const [name, value] of Object.entries(secondContent(content))) {
    writeFileSync(file(`${name}.ts`), moduleOf(name, value));
  }
  mkdirSync(join(folder, pictureFolder), { recursive: true });
  for (const [name, bytes] of Object.entries(await secondPictures())) {
    writeFileSync(join(folder, pictureFolder, name), bytes);
  }
  const rewrite = (name: string, change: (text: string) => string): void =>
    writeFileSync(file(name), change(readFileSync(file(name), 'utf8')));
  rewrite('resume.md', secondResume);
  for (const page of legalPages) rewrite(`${page}.md`, secondLegalText);
};

const main = async (): Promise<void> => {
  if (!isSample) {
    writeFileSync(report, JSON.stringify({ passed: 0, failed: 0 }));
    console.log(`Skipped: ${notSample}`);
    return;
  }
  const folder = copyProject();
  const total = { passed: 0, failed: 0, names: [] as string[] };
  /** A test that fails counts for itself. */
  const run = (...args: string[]): void => {
    const { status } = spawnSync(process.execPath, args, {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, SITE_URL: siteUrl },
    });
    if (status === 0) return;
    process.exitCode = 1;
    if (args[0] !== 'tools/test.ts') total.names.push(args.join(' '));
  };
  await settle(folder);
  run(
    'node_modules/@biomejs/biome/bin/biome',
    'format',
    '--write',
    '--vcs-enabled=false',
    'content',
  );
  for (const program of ['papers/build.ts', 'tools/share-images.ts']) run(program);
  const wished = process.argv.slice(2);
  for (const tests of wished.length > 0 ? [wished] : testsOfASite) {
    run('tools/test.ts', ...tests);
    const counted = readFileSync(join(folder, 'test-results/total.json'), 'utf8');
    const { passed, failed, names } = JSON.parse(counted) as typeof total;
    total.passed += passed;
    total.failed += failed;
    total.names.push(...names);
  }
  run('tools/build.ts');
  run('tools/doctor.ts', '--publish');
  writeFileSync(report, JSON.stringify(total));
  if (process.exitCode) console.log(`To look at: ${folder}`);
  else rmSync(folder, { recursive: true });
};

if (import.meta.main) await main();
