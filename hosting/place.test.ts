import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { caddyFile } from './caddy.ts';
import { nginxFile } from './nginx.ts';
import { placeOf } from './place.ts';
import { serviceFile } from './systemd.ts';

const files = (environment: Record<string, string>) => {
  const place = placeOf(environment, '/srv/site/dist/');
  return [nginxFile([], place), caddyFile([], place), serviceFile(place)] as const;
};

test.each([
  ['https://firm.com', 'firm.com', 'www.firm.com'],
  ['https://www.firm.com', 'www.firm.com', 'firm.com'],
  ['https://firm.co.uk/', 'firm.co.uk', 'www.firm.co.uk'],
  ['https://risk.firm.com', 'risk.firm.com', null],
  ['https://bücher.de', 'xn--bcher-kva.de', 'www.xn--bcher-kva.de'],
  ['http://localhost:4321', null, null],
  ['http://192.168.1.5', null, null],
  ['', null, null],
])('at %s the site is named %s, and %s leads to it', (SITE_URL, name, otherName) => {
  expect(placeOf({ SITE_URL }, 'dist')).toMatchObject({ name, otherName });
});

test('the three files say the same name, folder, and address of the backend', () => {
  for (const text of files({ SITE_URL: 'https://firm.com', PORT: '8080', HOST: '10.0.0.5' })) {
    expect(text).toContain('firm.com');
    expect(text).not.toContain('example.com');
    expect(text).toContain('/srv/site/dist');
    expect(text).not.toContain('/srv/site/dist/.hosting');
    expect(text.match(/10\.0\.0\.5|8080/g)).toEqual(['10.0.0.5', '8080']);
  }
});

test.each([
  [{}, '127.0.0.1', 4321],
  [{ HOST: 'localhost', PORT: '0' }, '127.0.0.1', 4321],
  [{ HOST: '0.0.0.0', PORT: '80' }, '127.0.0.1', 80],
])('with %o the backend listens at %s:%i, where a proxy can find it', (environment, host, port) => {
  expect(placeOf(environment, 'dist').backend).toEqual({ host, port });
});

test('without a name, each file says which variable brings it', () => {
  for (const text of files({})) {
    expect(text.split('\n', 1)[0]).toContain('SITE_URL was not set');
    expect(text).toContain('example.com');
  }
});

test('data is where DATA_DIR says', () => {
  expect(placeOf({ DATA_DIR: '/var/lib/site' }, 'dist').dataDir).toBe('/var/lib/site');
  expect(placeOf({}, 'dist').dataDir).toBe(resolve('data'));
});

test('a builder without a name, as in a container, can build', () => {
  const program = `
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.userInfo = () => { throw new Error('no user of this number'); };
    syncBuiltinESMExports();
    const { placeOf } = await import('${resolve('hosting/place.ts')}');
    console.log(placeOf({}, 'dist').user);`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout).toBe('null\n');
});
