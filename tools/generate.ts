import { runSubcommand } from './subcommand.ts';

// `npm run documents` sets the PDFs, `npm run documents -- share-images` and `-- fonts` the other files
// that are made from sources and kept in git.
await runSubcommand({
  pdfs: () => import('./documents.ts'),
  'share-images': () => import('./share-images.ts'),
  fonts: () => import('./fonts.ts'),
});
