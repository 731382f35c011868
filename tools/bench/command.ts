import { runSubcommand } from '../subcommand.ts';

await runSubcommand({
  page: () => import('./page.ts'),
  backend: () => import('./backend.ts'),
});
