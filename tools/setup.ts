import { runSetup } from './setup/command.ts';

// `npm run setup` asks who the site belongs to, and writes that into content/ and .env.

process.exitCode = await runSetup(process.argv.slice(2), process.stdin, process.stdout);
