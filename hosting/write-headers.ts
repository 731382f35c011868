import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
import { buildRecord, builtPages, hostingFolder, recordFile } from './build-record.ts';
import { formServiceOf } from './environment.ts';
import { fillPlaceFiles } from './place.ts';
import { type Environment, setVariables, variables } from './variables.ts';

/** Matches inline scripts and styles, but not files of this site, which need no hash, or JSON-LD, which is data. */
const inlineElement =
  /<(script|style)(?![^>]*(?:\bsrc=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/\1>/g;

/** Returns the CSP hashes of the inline scripts and styles of all pages in a folder. */
const hashInlineTexts = async (folder: string) => {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const page of await builtPages(folder)) {
    for (const [, element, text = ''] of (await readFile(page, 'utf8')).matchAll(inlineElement)) {
      hashes[element === 'script' ? element : 'style'].add(hashSource(text));
    }
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
 */
export const writeHeaders = async (folder: string, environment: Environment): Promise<void> => {
  const record = buildRecord(environment);
  const policy = contentSecurityPolicy({
    ...(await hashInlineTexts(folder)),
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
  await mkdir(hostingFolder(folder), { recursive: true });
  await Promise.all([
    writeFile(join(folder, '_headers'), headersFile(rules)),
    writeFile(recordFile(folder), `${JSON.stringify(record, null, 2)}\n`),
    ...[...fillPlaceFiles(environment, OUT_DIR)].map(([name, text]) =>
      writeFile(join(hostingFolder(folder), name), text),
    ),
  ]);
};
