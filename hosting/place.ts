import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { parse } from 'tldts';
import manifest from '../package.json' with { type: 'json' };
import { type Environment, setVariables, variables } from './variables.ts';

/** The options of V8 and the program that `npm run serve` passes to `tools/run.mjs`. */
export const serveArguments: readonly string[] = manifest.scripts.serve.split(' ').slice(2);

/** The templates in `hosting/machine/`. */
const placeFiles = ['Caddyfile', 'nginx.conf', 'site.socket', 'site.service'];

/** Returns the host of the site, and the host that redirects to it: with www, or without. */
const namesOf = (siteUrl: string): [string, ...string[]] => {
  const { hostname, domain } = parse(new URL(siteUrl).href);
  if (!hostname || !domain) return ['example.com'];
  if (hostname.startsWith('www.')) return [hostname, hostname.slice(4)];
  // A subdomain, such as risk.firm.com, rarely has a www host.
  return hostname === domain ? [hostname, `www.${hostname}`] : [hostname];
};

/** Quotes a word for a systemd unit, in which `%` and blanks have a meaning (systemd.syntax(7)). */
const word = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;

/**
 * Fills in the files for Caddy, nginx and systemd with the environment of a build.
 * @param siteDir folder of the built site
 * @returns their texts, by name
 */
export const fillPlaceFiles = (environment: Environment, siteDir: string): Map<string, string> => {
  const set = setVariables(environment);
  const names = namesOf(set.SITE_URL ?? variables.SITE_URL.default);
  const [name] = names;
  const listensAt = set.HOST ?? variables.HOST.default;
  // `localhost` can mean ::1 to one program and 127.0.0.1 to another.
  const isHere = ['localhost', '0.0.0.0', '::'].includes(listensAt);
  const host = isHere ? '127.0.0.1' : isIPv6(listensAt) ? `[${listensAt}]` : listensAt;
  // A proxy must know the port, so 0, which means any free port, is replaced.
  const port = Number(set.PORT) || variables.PORT.default;
  // As in `tools/run.mjs`, the server reads the content that the site was built with.
  const command = [process.execPath, '--import', './tools/content-first.ts', ...serveArguments];
  const blanks: Record<string, string> = {
    name,
    names: names.join(' '),
    certificates: names.map((each) => `-d ${each}`).join(' '),
    howToName: name === 'example.com' ? ' SITE_URL has no domain: set it, and build again.' : '',
    siteDir: resolve(siteDir),
    backend: `${host}:${port}`,
    // Never root. A number, because in a container the user may have no name.
    user: String(process.getuid?.() || 'site'),
    projectDir: resolve().replaceAll('%', '%%'),
    // That of our Caddyfile and nginx.conf.
    trustedProxyHeader: set.TRUSTED_PROXY_HEADER ?? 'X-Forwarded-For',
    siteDirVariable: word(`SITE_DIR=${resolve(siteDir)}`),
    dataDir: word(resolve(set.DATA_DIR ?? variables.DATA_DIR.default)),
    command: command.map(word).join(' '),
    node: word(process.execPath),
  };
  const fill = (file: string): string =>
    readFileSync(new URL(`./machine/${file}`, import.meta.url), 'utf8').replace(
      // Caddy has placeholders of its own.
      /\{(\w+)\}/g,
      (placeholder, key) => blanks[key] ?? placeholder,
    );
  return new Map(placeFiles.map((file) => [file, fill(file)]));
};
