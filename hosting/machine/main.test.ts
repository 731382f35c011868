import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSite } from '#hosting/tests/server-process.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
  writeFileSync(join(folder, 'file'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

const start = (
  environment: Record<string, string>,
  program = 'tools/start.ts',
): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: '0', ...environment },
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      // A server that starts by mistake would never end.
      if (said.includes('Ctrl-C')) child.kill();
    });
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.once('exit', (code) => resolve({ code: code ?? 0, said: said.trim() }));
  });

test('a port that is no port is named', async () => {
  expect(await start({ PORT: 'http' })).toEqual({
    code: 1,
    said: 'PORT must be a number, but is "http"',
  });
  expect(await start({ PORT: '70000' })).toEqual({
    code: 1,
    said: 'PORT must be 0 to 65535, but is "70000"',
  });
});

test('a port in use is named, and the way out', async () => {
  // The server reads the site before it takes the port.
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  makeSite(folder);
  const result = await start({ PORT: String(port), SITE_DIR: join(folder, 'site') });
  other.close();
  expect(result).toEqual({
    code: 1,
    said: `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
  });
});

test('a data folder that is a file is named', async () => {
  const { code, said } = await start({ DATA_DIR: join(folder, 'file') });
  expect(code).toBe(1);
  expect(said).toBe(
    `The database ${join(folder, 'file', 'inbox.sqlite')} cannot be written. Check who owns the folder, or set DATA_DIR to another one.`,
  );
});

test('a database that is no database is named and left alone', async () => {
  const file = join(folder, 'inbox.sqlite');
  const content = 'Not a database, but somebody’s notes. '.repeat(50);
  writeFileSync(file, content);
  const { code, said } = await start({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(said).toMatch(
    /^The database .*inbox\.sqlite is not an SQLite database; nothing was changed\./,
  );
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test('a variable of the build that cannot be used is named', async () => {
  expect(await start({ PUBLIC_FORM_ENDPOINT: 'nowhere' })).toEqual({
    code: 1,
    said: 'The environment has mistakes:\n  - PUBLIC_FORM_ENDPOINT must be a web address (https://…) or a path on this site (/…), but is "nowhere"',
  });
});

test('a build by Cloudflare names what is set and what Workers do not read', async () => {
  const { said } = await start(
    { WORKERS_CI: '1', SMTP_URL: 'smtp://mail.example.com', PUBLIC_FORM_ENDPOINT: 'nowhere' },
    'tools/build.ts',
  );
  expect(said).toMatch(
    /^SMTP_URL is set, and Workers do not read it: mail is sent with RESEND_API_KEY\.$/m,
  );
});
