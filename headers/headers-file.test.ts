import { expect, test } from 'vitest';
import { headerLineLimit, headersFile, headersFor, parseHeadersFile } from './headers-file.ts';

test('a _headers file can be read back (behavior 10.13)', () => {
  const headers = { 'Content-Security-Policy': "default-src 'none'; img-src 'self'", A: 'b: c' };
  const written = [
    { path: '/*', headers },
    { path: '/_astro/*', headers: {} },
  ];
  expect(parseHeadersFile(headersFile(written))).toEqual(written);
});

test('a path has the headers of every matching rule, and later rules win; comments, blank lines and CRLF are ignored', () => {
  const text = '# Site\r\n\r\n/*\r\n  A: 1\n  B: 1\n/_astro/*\n  B: 2\n/exact\n\tC: d: e\r\n';
  const site = parseHeadersFile(text);
  expect(headersFor(site, '/')).toEqual({ A: '1', B: '1' });
  expect(headersFor(site, '/_astro/x.js')).toEqual({ A: '1', B: '2' });
  expect(headersFor(site, '/exact')).toEqual({ A: '1', B: '1', C: 'd: e' });
  expect(headersFor(site, '/exactly')).toEqual({ A: '1', B: '1' });
});

test('a header longer than hosts read is refused, and named', () => {
  const headers = { 'Content-Security-Policy': 'x'.repeat(headerLineLimit) };
  expect(() => headersFile([{ path: '/*', headers }])).toThrow(
    'The header Content-Security-Policy is 2027 characters long; hosts read 2000',
  );
});
