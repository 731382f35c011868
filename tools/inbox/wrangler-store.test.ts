import { expect, test } from 'vitest';
import { explain } from './wrangler-store.ts';

const asJson = (text: string): string => JSON.stringify({ error: { text } }, null, 2);

// As wrangler 4.156 says it.
test.each([
  [
    asJson(
      "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.",
    ),
    /^wrangler is not logged in to Cloudflare\. Run npx wrangler login/,
  ],
  [
    '\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m Not logged in.',
    /^wrangler is not logged in/,
  ],
  [
    asJson(
      'it is mandatory to specify an account ID, by assigning its value to CLOUDFLARE_ACCOUNT_ID',
    ),
    /^There is more than one Cloudflare account\./,
  ],
  [asJson('fetch failed'), /^Cloudflare cannot be reached\./],
  [
    "✘ [ERROR] Unable to resolve Cloudflare's API hostname (api.cloudflare.com).\n\n    at x (cli.js:1)",
    /^Cloudflare cannot be reached\. Check the network, then try again\.$/,
  ],
  [
    asJson('no such table: submission: SQLITE_ERROR'),
    /^There is no inbox on Workers yet, or it is older/,
  ],
  [
    asJson('no such column: seen_at at offset 22: SQLITE_ERROR'),
    /^There is no inbox on Workers yet/,
  ],
  [
    "✘ [ERROR] Couldn't find a D1 DB named 'risk-consulting-inbox' (bound as 'INBOX') in the API.",
    /npm run deploy makes it/,
  ],
  [
    asJson('Something "else"\n    at run (cli.js:1:2)\n    at main (cli.js:3:4)'),
    /^wrangler failed: Something "else"$/,
  ],
  [
    '\u001b[31m✘ [ERROR] Something else\u001b[0m\n\n🪵  Logs were written to "/home/x.log"',
    /^wrangler failed: Something else$/,
  ],
])('%j is said in plain words', (said, words) => {
  expect(explain(said)).toMatch(words);
});
