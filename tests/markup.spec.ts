import { readFile } from 'node:fs/promises';
import { HtmlValidate } from 'html-validate';
import { builtFiles } from '#hosting/build-record.ts';
import { pagePaths } from '#model/pages.ts';
import { bookingPath } from '#model/vocabulary.ts';
import { variants } from '../tools/variants.ts';
import { expect, lastService, test } from './fixtures.ts';

const own = ['/', ...pagePaths, '/received', '/nowhere', '/newsletter', '/book'];
const pages = [
  ...[...own, bookingPath(lastService.consultation)].map((path) => ['embedded', path] as const),
  // With services of third parties.
  ['hosted', '/'],
  ['adapted', '/'],
] as const;

const htmlValidate = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    'require-sri': ['error', { target: 'crossorigin' }],
    // Browsers heed `off` on radio buttons, too (inbox/bookings/time-choice.ts).
    'valid-autocomplete': 'off',
  },
});

test('each page is served as valid HTML', async ({ request, siteServers }) => {
  for (const [variant, path] of pages) {
    const response = await request.get(`${siteServers[variant].url}${path}`);
    expect(response.headers()['content-type']).toMatch(/^text\/html; charset=utf-8$/i);
    const { results } = await htmlValidate.validateString(await response.text());
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line }) => `${ruleId}, line ${line}: ${message}`),
    );
    expect.soft(found, `${variant} ${path}`).toEqual([]);
  }
});

/**
 * Returns the links and addresses that Cloudflare's proxy would rewrite, as its documentation describes:
 * developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/.
 */
const findObfuscated = (html: string): string[] => {
  const exempt =
    /<!--email_off-->.*?<!--\/email_off-->|<(head|script|noscript|textarea|xmp)\b.*?<\/\1>/gis;
  const rest = html.replace(exempt, '');
  const links = rest.match(/<a\b[^>]*\bhref="mailto:[^"]*"/gi) ?? [];
  const addresses = rest.replace(/<[^>]*>/g, ' ').match(/[^\s@]+@[^\s@]+/g) ?? [];
  return [...links, ...addresses];
};

test('Cloudflare’s proxy rewrites no address on any page (behavior 10.17)', async ({ request }) => {
  const form = { email: 'ada@example.com' };
  const answers = await Promise.all([
    ...['/book', '/newsletter', '/booking?key=unknown'].map((path) => request.get(path)),
    ...['/api/submit', '/book', '/newsletter'].map((path) => request.post(path, { form })),
    request.put('/newsletter', { headers: { accept: 'text/html' } }),
  ]);
  const built = builtFiles(variants.embedded.folder, '.html');
  const pages = await Promise.all([
    ...built.map((file) => readFile(file, 'utf8')),
    ...answers.map((answer) => answer.text()),
  ]);
  expect(pages.flatMap(findObfuscated)).toEqual([]);
  const unmarked = pages.map((html) => html.replaceAll(/<!--\/?email_off-->/g, ''));
  expect(unmarked.flatMap(findObfuscated).length).toBeGreaterThan(10);
});
