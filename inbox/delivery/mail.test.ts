import { parse } from 'node-html-parser';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { fill } from '#model/fill.ts';
import { naughtyStrings } from '../../tests/naughty-strings.ts';
import { createSqliteStore, openDatabase } from '../stores/sqlite-store.ts';
import type { Fields, Store, Submission, SubmissionKind } from '../stores/store.ts';
import { type MailServer, startDrippingServer, startMailServer } from '../tests/mail-server.ts';
import { createDelivery } from './delivery.ts';
import { composeMail } from './mail.ts';
import { deliverDue } from './outbox.ts';
import { createSmtp } from './smtp.ts';
import { startOutbox } from './start-outbox.ts';

const { titles, length, received: receivedLabel, id: idLabel } = embedded.mail;
const { labels, inquiryTypes, urgencies } = contact.form;

const fact = (label: string, value: string): string =>
  `${label}${label.endsWith('?') ? '' : ':'} ${value}`;

const addresses = { from: 'site@example.com', to: 'owner@example.com' };

const fields = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  company: 'Engines & Sons <Ltd>',
  role: '',
  interestedIn: 'pricing',
  serviceType: '',
  urgency: 'normal',
  message: 'Two lines,\nand <b>no</b> markup.',
};

const submission = (over: Fields = {}, kind: SubmissionKind = 'enquiry'): Submission => ({
  id: 7,
  kind,
  receivedAt: '2026-01-02T03:04:05.000Z',
  idempotencyKey: null,
  fields: { ...fields, ...over },
  delivery: { nextAttemptAt: null, attempts: 0, lastError: null, deliveredAt: null },
  seenAt: null,
  answeredAt: null,
  time: null,
});

describe('a mail', () => {
  test('has the sender, the firm, the topic and the urgency (behavior 9.4)', () => {
    const { id: serviceType, title } = services.items[0] ?? { id: '', title: '' };
    const typed = { company: 'Engines Ltd', serviceType, urgency: 'urgent' };
    expect(composeMail(submission(typed), addresses).subject).toBe(
      `${titles.enquiry}: Ada Byron, Engines Ltd, ${title}, ${urgencies.urgent}`,
    );
    expect(composeMail(submission(), addresses)).toMatchObject({
      ...addresses,
      subject: `${titles.enquiry}: Ada Byron, Engines & Sons <Ltd>, ${inquiryTypes.pricing}`,
      replyTo: { name: 'Ada Byron', address: 'ada@example.com' },
      messageId: '<enquiry-7-1767323045000@example.com>',
    });
    const sender = (firstName: string) =>
      composeMail(submission({ firstName, lastName: '' }), addresses).fromName;
    expect(sender('Zoë O’Neil-Wu')).toBe(`Zoë O’Neil-Wu (${identity.firm})`);
    expect(sender('"Bank" <help@bank.example>,\u202e')).toBe(
      `Bank help bank.example (${identity.firm})`,
    );
    expect(sender('@')).toBe(identity.firm);
    expect(composeMail(submission({ firstName: '🎈'.repeat(5000) }), addresses).subject).toBe(
      `${titles.enquiry}: ${'🎈'.repeat(59)}…, Engines & Sons <Ltd>, ${inquiryTypes.pricing}`,
    );
  });

  test.each([
    [
      'booking',
      { minutes: '45', name: 'Ada', company: ' ' },
      `${titles.booking}: Ada, ${fill(length, { minutes: '45' })}`,
    ],
    ['subscriber', { email: 'ada@example.com' }, `${titles.subscriber}: ada@example.com`],
  ] as const)('about a %s has its own subject', (kind, typed, subject) => {
    const mail = composeMail({ ...submission({}, kind), fields: typed }, addresses);
    expect(mail.subject).toBe(subject);
  });

  test('has the message first, then the facts in words, then when and where it was kept (behavior 9.4)', () => {
    const received = new Date(submission().receivedAt).toLocaleString(site.language, {
      dateStyle: 'full',
      timeStyle: 'long',
      timeZone: site.timeZone,
    });
    const words = 'word '.repeat(30);
    const message = `Two lines,\nand <b>no</b> markup.\n\n${words}\n${'x'.repeat(200)}`;
    const typed = { message, urgency: 'planning', constructor: 'toString' };
    expect(composeMail(submission(typed), addresses).text).toBe(`Two lines,
and <b>no</b> markup.

${'word '.repeat(14).trim()}
${'word '.repeat(14).trim()}
word word
${'x'.repeat(200)}

${fact(labels.firstName, 'Ada')}
${fact(labels.lastName, 'Byron')}
${fact(labels.email, 'ada@example.com')}
${fact(labels.company, 'Engines & Sons <Ltd>')}
${fact(labels.interestedIn, inquiryTypes.pricing)}
${fact(labels.urgency, urgencies.planning)}
constructor: toString
${fact(receivedLabel, received)}
${fact(idLabel, '7')}`);
  });

  test('is the same in HTML, where what was typed is text, and the address a link', () => {
    const mail = composeMail(submission({ email: 'a?bcc=b&c%0a@example.com' }), addresses);
    const page = parse(mail.html ?? '');
    expect(page.querySelector('p')?.text).toBe('Two lines,\nand <b>no</b> markup.');
    expect(page.querySelectorAll('th').map(({ text }) => text)).toEqual([
      labels.firstName,
      labels.lastName,
      labels.email,
      labels.company,
      labels.interestedIn,
      labels.urgency,
      receivedLabel,
      idLabel,
    ]);
    expect(page.querySelector('a')?.getAttribute('href')).toBe(
      'mailto:a%3Fbcc%3Db%26c%250a@example.com',
    );
    const notOne = composeMail(submission({ email: 'a@b@c' }), addresses).html ?? '';
    expect(parse(notOne).querySelector('a')).toBeNull();
  });

  test.each([
    'a@b@c',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '@',
    'a b@c',
  ])('is not answered to what is no single address: %j', (email) => {
    const mail = composeMail(submission({ email }), addresses);
    expect(mail.replyTo).toBeUndefined();
    expect(mail.to).toBe('owner@example.com');
  });

  test('shows characters that would turn or hide what follows', () => {
    const { text } = composeMail(submission({ company: 'a\u202egnp.exe\u0000' }), addresses);
    expect(text).toContain(fact(labels.company, 'a\\u202egnp.exe\\u0000'));
  });

  test('no text can add a header or a recipient (behavior 9.4)', async () => {
    const transport = createTransport({ streamTransport: true, buffer: true });
    const known = /^(?:from|to|subject|reply-to|date|message-id|content-type|mime-version)$/i;
    for (const text of naughtyStrings) {
      const typed = {
        firstName: text,
        lastName: text,
        email: `a${text}@b`,
        serviceType: text,
        message: text,
      };
      const { fromName: name, from: address, ...mail } = composeMail(submission(typed), addresses);
      const from = { name, address };
      const { message, envelope } = await transport.sendMail({ ...mail, from });
      expect(envelope).toEqual({ from: addresses.from, to: [addresses.to] });
      const head = String(message).split('\r\n\r\n', 1)[0] ?? '';
      const names = head.split(/\r\n(?![ \t])/).map((line) => line.split(':', 1)[0] ?? '');
      expect(names.filter((name) => !known.test(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe('delivery', () => {
  let mails: MailServer;
  let store: Store;
  let time: number;
  const logged: string[] = [];
  const logError = (message: string): void => void logged.push(message);

  beforeEach(async () => {
    mails = await startMailServer();
    store = createSqliteStore(openDatabase(':memory:'));
    time = Date.parse('2026-01-02T03:04:05.000Z');
    logged.length = 0;
  });
  afterEach(() => mails.close());

  const now = (): Date => new Date(time);
  const options = (timeLimit?: number) => {
    const { acknowledge, ...delivery } = createDelivery(
      { service: { by: 'smtp', url: mails.url }, isAcknowledged: true, ...addresses },
      () => createSmtp(mails.url, timeLimit),
      { store, logError },
    );
    return { store, logError, now, ...delivery };
  };
  const add = (over: Fields = {}) =>
    store.add({
      kind: 'enquiry',
      fields: { ...fields, ...over },
      receivedAt: now().toISOString(),
      idempotencyKey: null,
      isToDeliver: true,
    });
  const delivery = async () => (await store.list())[0]?.delivery;

  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['jane@gmail', 'jane@gmail'],
    ['ada@müller.example', 'ada@xn--mller-kva.example'],
    ['jörg@example.com', null],
  ])(
    'brings mail to the owner and to %s by a real mail server, without letters beyond ASCII in a header',
    async (email, written) => {
      await add({ email, firstName: 'Jörg' });
      const { deliver, acknowledge } = createDelivery(
        { service: { by: 'smtp', url: mails.url }, isAcknowledged: true, ...addresses },
        () => createSmtp(mails.url),
        { store, logError },
      );
      await deliverDue({ ...options(), deliver }, 10);
      const [submission] = await store.list();
      if (submission) await acknowledge?.(submission);
      expect(mails.received.map(({ from, to }) => [from, ...to])).toEqual([
        [addresses.from, addresses.to],
        // The server of the tests reads Punycode.
        ...(written ? [[addresses.from, email]] : []),
      ]);
      const heads = mails.received.map(({ content }) => content.split('\r\n\r\n', 1)[0] ?? '');
      for (const head of heads) expect(head).toMatch(/^[\r\n -~]*$/);
      expect(heads[0]).toMatch(/^From: .*<site@example.com>\r$/ms);
      expect(/^Reply-To: .*<(.*)>\r?$/m.exec(heads[0] ?? '')?.[1] ?? null).toBe(written);
      if (written) expect(heads[1]).toMatch(/^Auto-Submitted: auto-replied\r$/m);
      const deliveredAt = now().toISOString();
      const done = { nextAttemptAt: null, attempts: 1, lastError: null, deliveredAt };
      expect(submission?.delivery).toEqual(done);
      expect(await deliverDue(options(), 10)).toBe(0);
      expect(logged).toEqual([]);
    },
  );

  test.each([
    ['refuses', /answered 451 to MAIL FROM/],
    ['drops the connection', /closed|ECONNRESET/i],
    ['stalls', /timeout|never received/i],
  ] as const)('when the server %s it tries again', async (mood, reason) => {
    mails.mood = mood;
    await add();
    // The product's own limit would take 20 s.
    await deliverDue(options(mood === 'stalls' ? 1000 : undefined), 10);
    const nextAttemptAt = new Date(time + 30_000).toISOString();
    expect(await delivery()).toMatchObject({ attempts: 1, deliveredAt: null, nextAttemptAt });
    expect((await delivery())?.lastError).toMatch(reason);
    expect(logged).toEqual([expect.stringMatching(/^Delivery of enquiry 1 failed \(attempt 1\)/)]);
    expect(logged.join()).not.toMatch(/Ada|Engines|markup/);
    mails.mood = 'accepts';
    time += 30_000;
    await deliverDue(options(), 10);
    expect(mails.received).toHaveLength(1);
    expect(await delivery()).toMatchObject({ nextAttemptAt: null, lastError: null });
  });

  test('a server that drips its answer is given up before anybody else tries (behavior 9.4)', async () => {
    const dripping = await startDrippingServer();
    const limit = 300;
    const smtp = createSmtp(`smtp://127.0.0.1:${dripping.port}`, limit);
    await add();
    const startedAt = performance.now();
    await deliverDue(
      { store, logError, now, deliver: (it) => smtp.send(composeMail(it, addresses)) },
      10,
    );
    expect(performance.now() - startedAt).toBeLessThan(10 * limit);
    expect((await delivery())?.lastError).toBe(
      'Timeout: the mail server did not take the mail within 0.3 s',
    );
    await expect(smtp.verify()).rejects.toThrow('Timeout: the mail server');
    // That of the question whether it answers is nobody's to close.
    await expect.poll(dripping.connected).toBeLessThan(2);
    await dripping.close();
  });

  test('a queue is delivered by several connections at once, which are used again', async () => {
    mails.mood = 'stalls';
    const service = options(500);
    for (let n = 0; n < 8; n++) await add({ message: `Message ${n}` });
    const stalled = deliverDue(service, 8);
    await expect.poll(() => mails.connected().now).toBe(4);
    await stalled;
    expect(await store.list({ isUndelivered: true })).toHaveLength(8);

    mails.mood = 'accepts';
    const before = mails.connected().inAll;
    time += 30_000;
    for (let n = 8; n < 40; n++) await add({ message: `Message ${n}` });
    await deliverDue(service, 40);
    expect(mails.received).toHaveLength(40);
    expect(mails.connected().inAll - before).toBeLessThanOrEqual(4);
  });

  test('what is refused for good keeps nothing else back, and is tried again slowly; of the server’s words no log has any (behavior 9.4)', async () => {
    const refusal = '5.1.1 <ada@example.com>: Adelheid is at example dot com no more';
    Object.assign(mails, { refused: 'Refuse me', refusal });
    await add({ message: 'Refuse me, please' });
    await add({ message: 'Take me, please' });
    await deliverDue(options(), 10);
    expect(mails.received.map(({ content }) => content)).toEqual([
      expect.stringContaining('Take me'),
    ]);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 11; attempt++) {
      const [{ delivery } = {}] = await store.list({ isUndelivered: true });
      expect(delivery?.lastError).toBe('The mail server answered 550 5.1.1 to DATA');
      const next = Date.parse(delivery?.nextAttemptAt ?? '');
      pauses.push(Number(((next - time) / 3_600_000).toFixed(1)));
      time = next;
      await deliverDue(options(), 10);
    }
    expect(pauses).toEqual([1, 1, 1, 1, 1, 1, 1, 1.1, 2.1, 4.3, 6]);
    expect(logged[0]).toBe(
      'Delivery of enquiry 1 was refused for good (attempt 1), and is tried again in case you change something: The mail server answered 550 5.1.1 to DATA',
    );
    expect(logged.join()).not.toMatch(/ada@|Adelheid/);
  });

  test('the running outbox finds what an earlier process left, and what comes new', async () => {
    await add({ message: 'Left by an earlier process' });
    const outbox = startOutbox(options());
    await expect.poll(() => mails.received).toHaveLength(1);
    await add({ message: 'Something entirely new' });
    outbox.wake();
    await expect.poll(() => mails.received).toHaveLength(2);
    await outbox.stop();
    expect(mails.received[1]?.content).toContain('Something entirely new');
    expect(await store.list({ isUndelivered: true })).toEqual([]);
  });
});
