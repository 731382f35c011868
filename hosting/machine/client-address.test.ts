import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeSite } from '#hosting/tests/server-process.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { forwardedAddress } from './client-address.ts';
import { readServerConfig } from './config.ts';
import { startServer } from './server.ts';

test.each([
  ['there is no header', undefined, null],
  ['the proxy says who asks', '192.0.2.1', '192.0.2.1'],
  ['whoever asks has put others before it', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['the header holds no address', 'unknown', null],
  ['the header is empty', '', null],
  ['a port follows', '192.0.2.1:50314', '192.0.2.1'],
  ['a port follows an IPv6 address', '[2001:db8::1]:50314', '2001:db8::1'],
  ['an IPv6 address is in brackets', '[2001:db8::1]', '2001:db8::1'],
  ['the port is none', '192.0.2.1:x', null],
  ['it is an IPv6 address', '2001:db8::1', '2001:db8::1'],
])('when %s', (_, forwarded, address) => {
  expect(forwardedAddress(forwarded)).toBe(address);
});

test('a proxy’s header without an address is named once, without what it holds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const server = await startServer(
    readServerConfig({
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      SITE_DIR: makeSite(folder),
      TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
    }),
  );
  const statuses: number[] = [];
  for (const header of ['192.0.2.1:4711', 'someone secret', '']) {
    const response = await postEnquiry(server.url, {}, { 'X-Forwarded-For': header });
    statuses.push(response.status);
  }
  await server.stop();
  const lines = said.mock.calls.map(([line]) => String(line));
  said.mockRestore();
  log.mockRestore();
  rmSync(folder, { recursive: true });
  expect(statuses).toEqual([200, 200, 200]);
  expect(lines).toEqual([expect.stringMatching(/^TRUSTED_PROXY_HEADER is x-forwarded-for, but /)]);
  expect(lines.join()).not.toContain('secret');
});
