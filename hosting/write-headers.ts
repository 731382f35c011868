import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formServices } from '#enquiry/form-services.ts';
import { newsletterFrame } from '#enquiry/newsletter-providers.ts';
import { headersFile } from '#headers/headers-file.ts';
import {
  contentSecurityPolicy,
  hashSource,
  headersWith,
  type PolicySources,
} from '#headers/policy.ts';
import { buildRecord, hostingFolder, recordFile } from './build-record.ts';
import { formServiceOf } from './environment.ts';
import { fillPlaceFiles } from './place.ts';
import { type Environment, setVariables, variables } from './variables.ts';

/** Matches inline scripts and styles, but not files of this site, which need no hash, or JSON-LD, which is data. */
const inlineElement =
  /<(script|style)(?![^>]*(?:\bsrc=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/\1>/g;

/** Returns the CSP hashes of the inline scripts and styles of pages. */
const hashInlineTexts = (pages: readonly string[]) => {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, element, text = ''] of pages.join('').matchAll(inlineElement)) {
    hashes[element === 'script' ? element : 'style'].add(hashSource(text));
  }
  return { scriptHashes: [...hashes.script], styleHashes: [...hashes.style] };
};

/** Returns the sources that the policy must allow for a build's services. */
const openedAddresses = (record: ReturnType<typeof buildRecord>): PolicySources['addresses'] => {
  const { PUBLIC_FORM_ENDPOINT = '', PUBLIC_NEWSLETTER_URL = '', SITE_URL = '' } = record;
  const valuesOf = (...names: string[]): string[] => names.flatMap((name) => record[name] ?? []);
  const widget = valuesOf('PUBLIC_BOOKING_WIDGET_URL');
  const bookings = valuesOf('PUBLIC_BOOKING_URL', 'PUBLIC_BOOKING_URL_45', 'PUBLIC_BOOKING_URL_60');
  const formService = formServiceOf(record);
  const isFormElsewhere = formService !== formServices.embedded;
  return {
    'script-src': widget,
    'style-src': widget,
    // Calendly's style sheet loads a picture for the close button of the popup.
    'img-src': widget,
    'connect-src': [PUBLIC_FORM_ENDPOINT, ...valuesOf('PUBLIC_ANALYTICS_ENDPOINT')],
    'frame-src': [
      ...(newsletterFrame(PUBLIC_NEWSLETTER_URL)?.opens ?? []),
      ...(widget.length > 0 ? bookings : []),
    ],
    // Chromium also applies form-action to the redirects after a post: to the site's receipt, or to a page of
    // the service.
    'form-action': [
      PUBLIC_FORM_ENDPOINT,
      ...(isFormElsewhere ? [SITE_URL, ...formService.redirectsTo] : []),
    ],
  };
};

/**
 * Writes `_headers`, and `<site>.hosting/` for Caddy, nginx, systemd and the doctor.
 * @param folder of the built site
 * @param pages the HTML of its pages
 */
export const writeHeaders = (
  folder: string,
  pages: readonly string[],
  environment: Environment,
): void => {
  const record = buildRecord(environment);
  const policy = contentSecurityPolicy({
    ...hashInlineTexts(pages),
    addresses: openedAddresses(record),
    siteUrl: record.SITE_URL ?? '',
  });
  const forever = { 'Cache-Control': 'public, max-age=31536000, immutable' };
  const rules = [
    { path: '/*', headers: headersWith(policy, false) },
    { path: '/_astro/*', headers: forever },
  ];
  // `folder` is that of one build; `OUT_DIR` leads to it when the build is complete.
  const { OUT_DIR = variables.OUT_DIR.default } = setVariables(environment);
  mkdirSync(hostingFolder(folder), { recursive: true });
  writeFileSync(join(folder, '_headers'), headersFile(rules));
  writeFileSync(recordFile(folder), `${JSON.stringify(record, null, 2)}\n`);
  for (const [name, text] of fillPlaceFiles(environment, OUT_DIR)) {
    writeFileSync(join(hostingFolder(folder), name), text);
  }
};
