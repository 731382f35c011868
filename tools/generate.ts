import { runSubcommand } from './subcommand.ts';

// `npm run documents [-- NAME]` makes files that are kept in git.
await runSubcommand({
  pdfs: () => import('./documents.ts'),
  'share-images': () => import('./share-images.ts'),
  fonts: () => import('./fonts.ts'),
});
