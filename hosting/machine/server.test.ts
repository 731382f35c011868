import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { minute } from '#booking/interval.ts';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { bookingForm, freeTimes, postAtOnce } from '#hosting/tests/booking-requests.ts';
import { makePlace, serve } from '#hosting/tests/serve.ts';
import { postEnquiry } from '#hosting/tests/submission.ts';
import { createSqliteStore, databaseFile, openDatabase } from '#inbox/stores/sqlite-store.ts';
import { startMailApi } from '#inbox/tests/mail-api.ts';
import { startMailServer } from '#inbox/tests/mail-server.ts';
import { amount } from '../../tests/amount.ts';
import { readServerConfig } from './config.ts';
import { startServer } from './server.ts';

const INBOX_TO = 'owner@example.com';

const listen = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

test('what keeps the site from starting is named, with the way out, and ends it with 1', async () => {
  const taken = await listen(createServer());
  const { DATA_DIR: nothing, SITE_DIR } = makePlace();
  const file = join(SITE_DIR, 'index.html');
  for (const [environment, sentence] of [
    [
      { HOST: '127.0.0.1', PORT: `${taken}` },
      `Port ${taken} is in use by another program. Stop that program, or choose another port: PORT=${taken + 1} npm start`,
    ],
    [
      { HOST: '192.0.2.1' },
      'The server cannot listen at port 0 of 192.0.2.1 (EADDRNOTAVAIL). Choose a PORT above 1023, and as HOST localhost or an address of this machine.',
    ],
    [{ PORT: 'http' }, 'PORT must be a number, but is "http"'],
    [{ SITE_DIR: nothing }, `There is no built site in ${nothing}. Run "npm run build" first.`],
    [
      { DATA_DIR: file },
      `The database ${file}/inbox.sqlite cannot be written. Check who owns the folder, or set DATA_DIR to another one.`,
    ],
  ] as [Record<string, string>, string][]) {
    const started = serve(environment);
    await expect(started).rejects.toThrow(`The server ended with 1: ${sentence}\n`);
  }
});

test.skipIf(
  !Object.values(networkInterfaces())
    .flat()
    .some((each) => each?.address === '::1'),
)('its address on IPv6 is one that a browser opens', async () => {
  const { url } = await serve({ HOST: '::1' });
  expect([url, (await fetch(url)).status]).toEqual([expect.stringContaining('//[::1]:'), 200]);
});

test('the terminal names the mail service, and whether that answers, refuses, or is silent, without the password', async () => {
  const mails = await startMailServer();
  const api = await startMailApi();
  onTestFinished(mails.close);
  onTestFinished(api.close);
  const { host } = new URL(mails.url);
  const open = await serve({ INBOX_TO, SMTP_URL: mails.url.replace('//', '//user:secret@') });
  await expect.poll(open.said).toContain(`The mail service ${host} answers.\n`);
  expect(open.said()).toContain(`  Mail          to ${INBOX_TO}, by ${host}\n`);
  expect(open.said()).not.toContain('secret');
  api.answer = { status: 403, body: { name: 'invalid_api_key', message: 'API key is invalid' } };
  const { said } = await serve({ INBOX_TO, RESEND_API_KEY: 're_x', RESEND_BASE_URL: api.url });
  const reason = 'The mail service answered 403: API key is invalid. Submissions are kept, and ';
  await expect.poll(said).toContain(`${new URL(api.url).host} cannot be used: ${reason}`);
  const SMTP_URL = `smtp://127.0.0.1:${await listen(createServer())}?greetingTimeout=1000`;
  const silent = await serve({ INBOX_TO, SMTP_URL });
  expect((await postEnquiry(silent.url)).status).toBe(200);
  expect(silent.said()).not.toContain('The mail service');
  await expect.poll(silent.said).toContain('cannot be used: Greeting never received');
});

test('without mail, the terminal names the file of the submissions, and has a line for each without what was typed; what is too old is erased at the start, also from the disk', async () => {
  const place = makePlace();
  const database = openDatabase(databaseFile(place.DATA_DIR));
  const store = createSqliteStore(database);
  for (const receivedAt of ['2001-02-03T04:05:06.000Z', new Date().toISOString()]) {
    const fields = { message: `Of ${receivedAt}` };
    const rest = { kind: 'enquiry', idempotencyKey: null, isToDeliver: false } as const;
    await store.add({ ...rest, receivedAt, fields });
  }
  database.close();
  const { url, said, DATA_DIR } = await serve({}, place);
  await expect.poll(said).toMatch(/^Erasing what is older than .* years?: 1$/m);
  const kept = `  Mail          not configured; submissions are kept in ${DATA_DIR}/inbox.sqlite\n`;
  expect(said()).toContain(kept);
  await postEnquiry(url, { first_name: 'Adelheid', email: 'ada@example.com' });
  await expect.poll(said).toMatch(/\n\d{4}-\d\d-\d\d \d\d:\d\d {2}enquiry 3\n$/);
  expect(said()).not.toMatch(/Adelheid|ada@/);
  const onDisk = readdirSync(DATA_DIR).map((name) => readFileSync(join(DATA_DIR, name), 'latin1'));
  expect(onDisk.join()).toContain('Adelheid');
  expect(onDisk.join()).not.toContain('Of 2001');
});

test('where bookings are made elsewhere, the addresses for them here are like any unknown one (behavior 1.2)', async () => {
  const CALENDAR_KEY = 'k'.repeat(20);
  const PUBLIC_BOOKING_URL = 'https://booking.example/robin';
  const { url } = await serve({ PUBLIC_BOOKING_URL, CALENDAR_KEY });
  const get = async (path: string): Promise<[number, string]> => {
    const answer = await fetch(url + path);
    return [answer.status, await answer.text()];
  };
  for (const path of ['/x', '/book', '/book?zone=UTC', `/calendar.ics?key=${CALENDAR_KEY}`]) {
    expect(await get(path), path).toEqual([404, '<title>No such page</title>']);
  }
  expect((await get('/booking?key=x'))[1]).toContain(embedded.calendar.unknown.title);
});

test('the limit is of the address that the proxy names last; without one it is the proxy’s, which is logged once, without what the header holds', async () => {
  const limits = { RATE_LIMIT: '1', TRUSTED_PROXY_HEADER: 'X-Forwarded-For' };
  const { url, said } = await serve(limits);
  for (const [address, status] of [
    ['203.0.113.1, 192.0.2.1', 200],
    ['203.0.113.2, 192.0.2.1:50314', 429],
    ['192.0.2.1, 192.0.2.2', 200],
    ['2001:db8::1', 200],
    ['[2001:db8::1]', 429],
    ['[2001:db8::1]:50314', 429],
    ['someone secret', 200],
    ['192.0.2.9:x', 429],
    ['', 429],
  ] as const) {
    const message = `From the address ${address}`;
    const answer = await postEnquiry(url, { message }, { 'X-Forwarded-For': address });
    expect(answer.status, message).toBe(status);
  }
  expect(said().match(/.*TRUSTED_PROXY_HEADER.*/g)).toHaveLength(1);
  expect(said()).not.toContain('secret');
});

test('an address that nobody trusts a proxy for is the connection’s', async () => {
  const { url } = await serve({ RATE_LIMIT: '1' });
  const post = (n: number) => postEnquiry(url, {}, { 'X-Forwarded-For': `192.0.2.${n}` });
  expect([(await post(1)).status, (await post(2)).status]).toEqual([200, 429]);
});

test.skipIf(!availability)(
  'of many requests for one time in one moment, one is booked, and the others keep their words and see what is free; mail to who booked leads to the site, whatever host the request named',
  async () => {
    const mails = await startMailServer();
    onTestFinished(mails.close);
    const mail = { SMTP_URL: mails.url, INBOX_TO };
    const { url } = await serve({ ...mail, SITE_URL: 'https://firm.example' });
    const [time = ''] = await freeTimes(url);
    const forms = Array.from({ length: amount(50, 1000) }, () => bookingForm(time));
    const answers = await postAtOnce(`${url}/book`, forms);
    const [first, ...others] = answers.sort((one, other) => one.status - other.status);
    expect([first?.status, ...new Set(others.map(({ status }) => status))]).toEqual([303, 409]);
    const [free = ''] = await freeTimes(url);
    const seen = ['What I typed', `value="${free}"`];
    expect(others.filter(({ page }) => !seen.every((each) => page.includes(each)))).toEqual([]);
    await expect.poll(() => mails.received.length).toBe(2);
    const contents = mails.received.map(({ content }) => content.replace(/=\r?\n/g, '')).join();
    expect(contents).toContain('https://firm.example/booking?key');
    expect(contents).not.toContain('localhost');
    const nameless = await serve(mail);
    await postAtOnce(`${nameless.url}/book`, [bookingForm(time)]);
    await expect.poll(() => mails.received[2]?.to).toEqual([INBOX_TO]);
    expect(nameless.said()).toContain('SITE_URL is not set');
  },
);

test.skipIf(!availability)(
  'the owner’s calendar is read every five minutes while nobody visits, one that fails is reported, and one that is silent does not keep the server from ending',
  async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const report = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
    const statuses = [200, 500];
    let asked = 0;
    const port = await listen(
      createHttpServer((_, response) => {
        const status = statuses[asked++];
        if (status) response.writeHead(status).end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
      }),
    );
    const CALENDAR_URLS = `http://127.0.0.1:${port}/secret.ics`;
    const { stop } = await startServer(
      readServerConfig({ PORT: '0', CALENDAR_URLS, ...makePlace() }),
    );
    await expect.poll(() => asked).toBe(1);
    for (const times of [2, 3]) {
      vi.advanceTimersByTime(5 * minute);
      await expect.poll(() => asked).toBe(times);
    }
    await stop();
    const failure = /^Calendar 1 \(127\.0\.0\.1:\d+\) answered 500\./;
    expect(report.mock.calls).toEqual([[expect.stringMatching(failure)]]);
  },
);
