import { stripVTControlCharacters } from 'node:util';
import { askWrangler, WranglerError } from '#hosting/workers/wrangler.ts';

/** What wrangler 4 prints, and what to do. */
const explanations: readonly (readonly [RegExp, string])[] = [
  [
    /CLOUDFLARE_API_TOKEN|not (?:logged in|authenticated)|Authentication error|wrangler login/i,
    'wrangler is not logged in to Cloudflare. Run npx wrangler login, or set CLOUDFLARE_API_TOKEN.',
  ],
  [
    /CLOUDFLARE_ACCOUNT_ID/,
    'There is more than one Cloudflare account. Set CLOUDFLARE_ACCOUNT_ID.',
  ],
  [
    /fetch failed|Unable to resolve|ENOTFOUND|ECONN|EAI_AGAIN|ETIMEDOUT|network/i,
    'Cloudflare cannot be reached. Check the network, then try again.',
  ],
  [
    /no such (?:table|column)|has no column|Couldn't find (?:a|an auto-provisioned) D1 DB/i,
    'There is no inbox on Workers yet, or it is older than this version of the site. npm run publish makes it and brings it up to date; npm run preview:workers does the same for the preview.',
  ],
];

/** Returns what went wrong, in a sentence without wrangler's colors, stack, and log. */
export const explain = (printed: string): string => {
  const text = stripVTControlCharacters(printed);
  const known = explanations.find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  // With --json as JSON, else after a mark.
  const [, quoted] = /"text": ("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  const message = quoted ? String(JSON.parse(quoted)) : /\[ERROR\]\s*(.+)/.exec(text)?.[1];
  return `wrangler failed: ${(message ?? text).split(/\n\s+at |\n*🪵/)[0]?.trim()}`;
};

/** Returns what wrangler printed. @throws WranglerError with a sentence */
export const ask = async (args: readonly string[]): Promise<string> => {
  try {
    return await askWrangler(args);
  } catch (cause) {
    if (!(cause instanceof WranglerError)) throw cause;
    throw new WranglerError(explain(cause.message), { cause });
  }
};
