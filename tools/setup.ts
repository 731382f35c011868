import { runSetup } from './setup/command.ts';

// `npm run setup` asks what a site needs, and writes the answers into content/ and .env.

process.exitCode = await runSetup(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
