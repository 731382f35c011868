import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { formServices } from '#enquiry/form-services/index.ts';
import { newsletterFrame } from '#enquiry/newsletter-providers.ts';
import { type HeaderRules, headersFile } from '#headers/headers-file.ts';
import {
  contentSecurityPolicy,
  hashSource,
  headersWith,
  type OpenDirective,
  type PolicySources,
} from '#headers/policy.ts';
import { buildRecordFile, builtPages, hostingFolder } from './build-record.ts';
import { formServiceOf } from './environment.ts';
import { fillPlaceFiles } from './place.ts';
import { type Environment, setVariables, variableList, variables } from './variables.ts';

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

const openedAddresses = (environment: Environment, siteUrl: string): PolicySources['addresses'] => {
  const set = setVariables(environment);
  const formService = formServiceOf(set);
  const addresses: Partial<Record<OpenDirective, string[]>> = {};
  for (const { name, opens = [], opensWith, default: fallback } of variableList) {
    const address = set[name] ?? fallback;
    if (address === undefined || (opensWith && !set[opensWith])) continue;
    const opened =
      name === 'PUBLIC_NEWSLETTER_URL' ? (newsletterFrame(address)?.opens ?? []) : [address];
    for (const directive of opens) {
      addresses[directive] = [...(addresses[directive] ?? []), ...opened];
    }
  }
  // Chromium holds the redirects after a post to form-action, too: back to the site's receipt, or on
  // to a page of the service.
  addresses['form-action'] = [
    ...(addresses['form-action'] ?? []),
    ...(formService === formServices.embedded ? [] : [siteUrl, ...formService.redirectsTo]),
  ];
  return addresses;
};

/** Writes `_headers`, and `<site>.hosting/` for Caddy, nginx, systemd and the doctor. */
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
          addresses: openedAddresses(environment, siteUrl),
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
        // The folder is that of one build, and `OUT_DIR` leads to it when it is complete.
        const { OUT_DIR = variables.OUT_DIR.default } = setVariables(environment);
        const hosting = hostingFolder(folder);
        await mkdir(hosting, { recursive: true });
        await Promise.all([
          writeFile(join(folder, '_headers'), headersFile(rules)),
          writeFile(...buildRecordFile(folder, environment)),
          ...[...fillPlaceFiles(environment, OUT_DIR)].map(([name, text]) =>
            writeFile(join(hosting, name), text),
          ),
        ]);
      },
    },
  };
};
