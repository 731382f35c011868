import { argv } from 'node:process';

// `npm run documents [-- NAME]` makes files that are kept in git.
const programs: Readonly<Record<string, () => Promise<unknown>>> = {
  pdfs: () => import('./documents.ts'),
  'share-images': () => import('./share-images.ts'),
  fonts: () => import('./fonts.ts'),
};
const [name = 'pdfs'] = argv.slice(2);
// Options alone are for the first.
const program = programs[name.startsWith('-') ? 'pdfs' : name];
if (program) await program();
else {
  console.error(`There is no "${name}"; there are ${Object.keys(programs).join(', ')}`);
  process.exitCode = 2;
}
