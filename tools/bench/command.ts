import { runSubcommand } from '../subcommand.ts';

// `npm run bench` measures the page, `npm run bench -- backend` the form backend and the server.
await runSubcommand({
  page: () => import('./page.ts'),
  backend: () => import('./backend.ts'),
});
