import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type HeaderRules, headersFile } from '#headers/headers-file.ts';
import {
  commonHeaders,
  contentSecurityPolicy,
  frameOptions,
  hashSource,
  type OpenDirective,
  type PolicySources,
} from '#headers/policy.ts';
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

export const hashInlineTexts = async (
  folder: string,
): Promise<Pick<PolicySources, 'scriptHashes' | 'styleHashes'>> => {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const page of await builtPages(folder)) {
    const html = await readFile(page, 'utf8');
    for (const text of inlineTexts(html, 'script')) scripts.add(hashSource(text));
    for (const text of inlineTexts(html, 'style')) styles.add(hashSource(text));
  }
  return { scriptHashes: [...scripts], styleHashes: [...styles] };
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

/** Writes `_headers`, and `<site>.hosting/` for nginx and Caddy. */
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
            headers: {
              'Content-Security-Policy': policy,
              ...commonHeaders,
              ...frameOptions(false),
            },
          },
          {
            path: '/_astro/*',
            headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
          },
        ];
        const hosting = `${folder.replace(/[\\/]$/, '')}.hosting`;
        await mkdir(hosting, { recursive: true });
        await Promise.all([
          writeFile(join(folder, '_headers'), headersFile(rules)),
          writeFile(join(hosting, 'nginx.conf'), nginxFile(rules)),
          writeFile(join(hosting, 'Caddyfile'), caddyFile(rules)),
        ]);
      },
    },
  };
};
