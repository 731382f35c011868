import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { legalPaths } from '#content/schema/legal-pages.ts';
import { bookingPath } from '#enquiry/consultation.ts';
import { findNuChecker } from '#tools/inspect/tools.ts';
import { expect, lastService, test, type WorkerFixtures } from './fixtures.ts';

const own = ['/', ...legalPaths, '/received', '/nowhere', '/newsletter', '/book'];
const pages = [
  ...[...own, bookingPath(lastService.consultation)].map((path) => ['embedded', path] as const),
  // With services of third parties.
  ['hosted', '/'],
  ['widget', '/'],
] as const;

type Servers = WorkerFixtures['siteServers'];

const read = (request: APIRequestContext, servers: Servers) =>
  Promise.all(
    pages.map(async ([variant, path]) => {
      const response = await request.get(`${servers[variant].url}${path}`);
      expect(response.headers()['content-type']).toMatch(/^text\/html; charset=utf-8$/i);
      return { name: `${variant} ${path}`, html: await response.text() };
    }),
  );

const htmlValidate = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: { 'require-sri': ['error', { target: 'crossorigin' }] },
});

test('each page is served as valid HTML', async ({ request, siteServers }) => {
  for (const { name, html } of await read(request, siteServers)) {
    const { results } = await htmlValidate.validateString(html);
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line }) => `${ruleId}, line ${line}: ${message}`),
    );
    expect.soft(found, name).toEqual([]);
  }
});

/**
 * What the Nu Html Checker is mistaken about: properties of SVG 2, arithmetic in max() (CSS Values and Units
 * 4), a sandbox, which is weak in frames of the same origin only, the section of the notices, which has a
 * name only while it has notices, and the language of words that are the owner's.
 */
const mistaken =
  /^CSS: “(?:paint-order|r|vector-effect)”: Property “[\w-]+” doesn't exist\.$|^CSS: “inset-inline-end”: The types are incompatible\.$|^Section lacks heading\.|^This document appears to be written in |for attribute “sandbox” .*Setting both “allow-scripts” and “allow-same-origin” is not recommended/;

const nu = findNuChecker();

test('the Nu Html Checker finds no mistake either', async ({ request, siteServers }, testInfo) => {
  test.skip('missing' in nu, 'missing' in nu ? nu.missing : '');
  test.slow();
  const wrong = '<!doctype html><html lang="en"><title>A</title><p><div></div></p></html>';
  const files = [...(await read(request, siteServers)), { name: 'wrong', html: wrong }].map(
    ({ name, html }) => {
      const file = testInfo.outputPath(`${name.replaceAll(/\W+/g, '-')}.html`);
      writeFileSync(file, html);
      return file;
    },
  );
  const jar = 'jar' in nu ? nu.jar : '';
  const options = ['--format', 'json', '--exit-zero-always'];
  const { stderr } = await promisify(execFile)('java', ['-jar', jar, ...options, ...files]);
  const { messages } = JSON.parse(stderr) as {
    messages: { url: string; message: string; extract?: string }[];
  };
  const found = messages.filter(({ message }) => !mistaken.test(message));
  expect(found.filter(({ url }) => url.endsWith('/wrong.html'))).toHaveLength(1);
  expect(found.filter(({ url }) => !url.endsWith('/wrong.html'))).toEqual([]);
});
