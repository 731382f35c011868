import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parse } from 'tldts';
import manifest from '../package.json' with { type: 'json' };
import { type Environment, setVariables, variables } from './variables.ts';

/** Where a build will run: what the files for nginx, Caddy and systemd are filled in with. */
export interface Place {
  /** Of the site; null when SITE_URL is no name on the Internet. */
  name: string | null;
  /** With www in place of the bare name, or the reverse; leads to the name. */
  otherName: string | null;
  /** Absolute, as are the other folders. */
  siteDir: string;
  projectDir: string;
  dataDir: string;
  /** Where the form backend listens. */
  backend: { host: string; port: number };
  /** Program and arguments of `npm run serve`. */
  command: readonly [program: string, ...string[]];
  /** Who builds; null for root, as whom nothing should run, and for a number without a name. */
  user: string | null;
}

/** Fills in a name that is not known yet. */
export const placeholder = 'example.com';

/** The first line of a file: how to fill in a name that is not known yet. */
export const firstLine = ({ name }: Place, what: string): string =>
  name === null
    ? `# ${what}. SITE_URL was not set: set it and build again, or put your name for ${placeholder}.`
    : `# ${what}, for ${name}. Each build writes it anew, from its variables.`;

const namesOf = (siteUrl: string): Pick<Place, 'name' | 'otherName'> => {
  const { hostname, domain } = parse(new URL(siteUrl).href);
  if (!hostname || !domain) return { name: null, otherName: null };
  if (hostname.startsWith('www.')) return { name: hostname, otherName: hostname.slice(4) };
  // A name below a domain, such as risk.firm.com, rarely has a www of its own.
  return { name: hostname, otherName: hostname === domain ? `www.${hostname}` : null };
};

/** `userInfo` throws for a number without a name, which containers have. */
const builder = (): string | null => {
  try {
    const { uid, username } = userInfo();
    return uid === 0 ? null : username;
  } catch {
    return null;
  }
};

/**
 * Reads where a build will run from its environment, as it is on the machine that builds.
 * @param siteDir folder of the built site
 */
export const placeOf = (environment: Environment, siteDir: string): Place => {
  const set = setVariables(environment);
  const { PORT, HOST, DATA_DIR, SITE_URL } = variables;
  const host = set.HOST ?? HOST.default;
  return {
    ...namesOf(set.SITE_URL ?? SITE_URL.default),
    siteDir: resolve(siteDir),
    projectDir: resolve(),
    dataDir: resolve(set.DATA_DIR ?? DATA_DIR.default),
    backend: {
      // `localhost` can mean ::1 to one program and 127.0.0.1 to the other.
      host: ['localhost', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host,
      // A proxy must know the port, so "any that is free" will not do.
      port: Number(set.PORT) || Number(PORT.default),
    },
    command: [
      process.execPath,
      ...manifest.scripts.serve.replace('node tools/run.mjs ', '').split(' '),
    ],
    user: builder(),
  };
};
