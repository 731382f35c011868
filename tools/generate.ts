import { runSubcommand } from './subcommand.ts';

// `npm run documents [-- NAME]` makes the files that are kept in git beside their sources.
await runSubcommand({
  pdfs: () => import('./documents.ts'),
  'share-images': () => import('./share-images.ts'),
  fonts: () => import('./fonts.ts'),
});
