import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type HeaderRules, headersFile } from '#headers/headers-file.ts';
import {
  contentSecurityPolicy,
  hashSource,
  headersWith,
  type OpenDirective,
  type PolicySources,
} from '#headers/policy.ts';
import { buildRecordFile, hostingFolder } from './build-record.ts';
import { builtPages } from './built-pages.ts';
import { caddyFile } from './caddy.ts';
import { nginxFile } from './nginx.ts';
import { type Environment, setVariables, variableList } from './variables.ts';

const inlineTexts = (html: string, element: 'script' | 'style'): string[] => {
  const pattern = new RegExp(
    `<${element}(?<attributes>[^>]*)>(?<text>[\\s\\S]*?)</${element}>`,
    'g',
  );
  return [...html.matchAll(pattern)].flatMap(({ groups }) => {
    const { attributes = '', text = '' } = groups ?? {};
    // Files of this site need no hash, and JSON-LD is not run.
    return /\bsrc=|type="application\/ld\+json"/.test(attributes) ? [] : [text];
  });
};

/** The CSP hashes of the inline scripts and styles of all pages in a folder. */
export const hashInlineTexts = async (folder: string) => {
  const pages = await Promise.all((await builtPages(folder)).map((page) => readFile(page, 'utf8')));
  const hashesOf = (element: 'script' | 'style'): string[] => [
    ...new Set(pages.flatMap((html) => inlineTexts(html, element).map(hashSource))),
  ];
  return { scriptHashes: hashesOf('script'), styleHashes: hashesOf('style') };
};

const openedAddresses = (environment: Environment): PolicySources['addresses'] => {
  const set = setVariables(environment);
  const addresses: Partial<Record<OpenDirective, string[]>> = {};
  for (const { name, opens = [], opensWith, default: fallback } of variableList) {
    const address = set[name] ?? fallback;
    if (address === undefined || (opensWith && !set[opensWith])) continue;
    for (const directive of opens) {
      addresses[directive] = [...(addresses[directive] ?? []), address];
    }
  }
  return addresses;
};

/** Writes `_headers`, and `<site>.hosting/` for nginx, Caddy and the doctor. */
export const securityHeaders = (environment: Environment): AstroIntegration => {
  let siteUrl = '';
  return {
    name: 'security-headers',
    hooks: {
      'astro:config:done': ({ config }) => {
        siteUrl = String(config.site);
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const policy = contentSecurityPolicy({
          ...(await hashInlineTexts(folder)),
          addresses: openedAddresses(environment),
          siteUrl,
        });
        const rules: HeaderRules = [
          {
            path: '/*',
            headers: headersWith(policy, false),
          },
          {
            path: '/_astro/*',
            headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
          },
        ];
        const hosting = hostingFolder(folder);
        await mkdir(hosting, { recursive: true });
        await Promise.all([
          writeFile(join(folder, '_headers'), headersFile(rules)),
          writeFile(join(hosting, 'nginx.conf'), nginxFile(rules)),
          writeFile(join(hosting, 'Caddyfile'), caddyFile(rules)),
          writeFile(...buildRecordFile(folder, environment)),
        ]);
      },
    },
  };
};
