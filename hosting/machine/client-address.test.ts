import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test.each([
  ['nothing is trusted', undefined, '10.0.0.1'],
  ['the proxy says who asks', '192.0.2.1', '192.0.2.1'],
  ['whoever asks has put others before it', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['the header holds no address', 'unknown', '10.0.0.1'],
  ['the header is empty', '', '10.0.0.1'],
  ['it is an IPv6 address', '2001:db8::1', '2001:db8::1'],
])('when %s', (_, forwarded, address) => {
  expect(clientAddress('10.0.0.1', forwarded)).toBe(address);
});
