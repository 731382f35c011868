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
  test('says who writes, from which firm, about what, and how urgently (behavior 9.4)', () => {
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

  test('a name without end does not push the rest out of the subject', () => {
    const { subject } = composeMail(submission({ firstName: '🎈'.repeat(5000) }), addresses);
    expect(subject).toBe(
      `${titles.enquiry}: ${'🎈'.repeat(59)}…, Engines & Sons <Ltd>, ${inquiryTypes.pricing}`,
    );
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
  const options = (timeLimit?: number) => ({
    store,
    logError,
    now,
    ...createDelivery(
      { service: { by: 'smtp', url: mails.url }, isAcknowledged: false, ...addresses },
      () => createSmtp(mails.url, timeLimit),
      { store, logError },
    ),
  });
  const add = (over: Fields = {}) =>
    store.add({
      kind: 'enquiry',
      fields: { ...fields, ...over },
      receivedAt: now().toISOString(),
      idempotencyKey: null,
      isToDeliver: true,
    });
  const delivery = async () => (await store.list())[0]?.delivery;

  test('brings a mail to a real mail server', async () => {
    await add();
    await deliverDue(options(), 10);
    expect(mails.received).toHaveLength(1);
    const [mail] = mails.received;
    expect(mail?.from).toBe('site@example.com');
    expect(mail?.to).toEqual(['owner@example.com']);
    expect(mail?.content).toMatch(/^From: "Ada Byron \([^"]+\)"\s+<site@example.com>\r$/m);
    expect(mail?.content).toMatch(/^Reply-To: Ada Byron <ada@example.com>\r$/m);
    expect(await delivery()).toEqual({
      nextAttemptAt: null,
      attempts: 1,
      lastError: null,
      deliveredAt: now().toISOString(),
    });
    await deliverDue(options(), 10);
    expect(mails.received).toHaveLength(1);
  });

  test('the visitor is told through the same server, and told that nobody is to answer', async () => {
    const id = await add();
    const { deliver, acknowledge } = createDelivery(
      { service: { by: 'smtp', url: mails.url }, isAcknowledged: true, ...addresses },
      () => createSmtp(mails.url),
      { store, logError },
    );
    const [submission] = await store.list();
    if (!submission || !acknowledge) throw new Error(`${id} is not to be acknowledged`);
    await deliver(submission);
    await acknowledge(submission);
    expect(mails.received.map(({ from, to }) => [from, ...to])).toEqual([
      ['site@example.com', 'owner@example.com'],
      ['site@example.com', 'ada@example.com'],
    ]);
    expect(mails.received[1]?.content).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(logged).toEqual([]);
  });

  test.each([
    ['refuses', /answered 451 to MAIL FROM/],
    ['drops the connection', /closed|ECONNRESET/i],
    ['stalls', /timeout|never received/i],
  ] as const)('when the server %s it tries again, with growing pauses', async (mood, reason) => {
    mails.mood = mood;
    await add();
    // The product's own limit would take 20 s.
    const limited = options(mood === 'stalls' ? 1000 : undefined);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt++) {
      await deliverDue(limited, 10);
      const state = await delivery();
      expect(state).toMatchObject({ attempts: attempt, deliveredAt: null });
      expect(state?.lastError).toMatch(reason);
      const next = Date.parse(state?.nextAttemptAt ?? '');
      pauses.push(next - time);
      time = next - 1;
      expect(await deliverDue(limited, 10)).toBe(0);
      time = next;
    }
    expect(pauses).toEqual([30_000, 60_000, 120_000]);
    expect(mails.received).toEqual([]);

    mails.mood = 'accepts';
    await deliverDue(options(), 10);
    expect(mails.received).toHaveLength(1);
    expect(await delivery()).toMatchObject({ nextAttemptAt: null, lastError: null });
    expect(logged).toHaveLength(3);
    expect(logged.join()).not.toMatch(/Ada|Engines|markup/);
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

  test('what is refused for good is told as such, and tried again slowly', async () => {
    mails.refused = 'Refuse me';
    await add({ message: 'Refuse me, please' });
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 11; attempt++) {
      await deliverDue(options(), 10);
      const next = Date.parse((await delivery())?.nextAttemptAt ?? '');
      pauses.push((next - time) / 3_600_000);
      time = next;
    }
    expect(pauses.map((pause) => Number(pause.toFixed(1)))).toEqual([
      1, 1, 1, 1, 1, 1, 1, 1.1, 2.1, 4.3, 6,
    ]);
    expect(logged[0]).toMatch(
      /^Delivery of enquiry \d+ was refused for good \(attempt 1\), and is tried again in case you change something: The mail server answered 550 to DATA$/,
    );
    mails.refused = null;
    await deliverDue(options(), 10);
    expect(mails.received).toHaveLength(1);
  });

  test.each([
    ['Reject.Ada@EXAMPLE.com', '5.1.1 <reject.ada@example.com>: no such user'],
    ['Reject.Ada@EXAMPLE.com', '5.1.1 reject.ada%40example.com unknown'],
    ['reject.ada+x@example.com', '5.1.1 "Reject Ada"@[example] unknown'],
    ['Reject.Ada@example.com', '5.1.1 no user rejectada at example dot com'],
    ['reject.ada@MÜLLER.example', '5.1.1 xn--mller-kva.example takes no mail'],
    ['reject.ada@MÜLLER.example', '5.1.1 Müller.Example takes no mail'],
  ])(
    'what a server says of %s is in no log and not kept: %s (behavior 9.4)',
    async (email, refusal) => {
      Object.assign(mails, { refused: 'Adelheid', refusedMailbox: /^reject/i, refusal });
      await add({ email, firstName: 'Adelheid' });
      const { acknowledge, ...delivery } = createDelivery(
        { service: { by: 'smtp', url: mails.url }, isAcknowledged: true, ...addresses },
        () => createSmtp(mails.url),
        { store, logError },
      );
      await deliverDue({ ...options(), ...delivery }, 10);
      const [submission] = await store.list();
      if (submission) await acknowledge?.(submission);
      expect(logged).toEqual([
        expect.stringMatching(/^Delivery of .*: The mail server answered 550 5\.1\.1 to DATA$/),
        expect.stringMatching(/^The ack.*: The mail server answered 550 5\.1\.1 to RCPT TO$/),
      ]);
      expect(submission?.delivery.lastError).toBe('The mail server answered 550 5.1.1 to DATA');
    },
  );

  test.each([
    ['jörg@example.com', null],
    ['ada@müller.example', 'ada@xn--mller-kva.example'],
    ['jane@gmail', 'jane@gmail'],
  ])('no header has letters beyond ASCII, whoever writes: %s', async (email, written) => {
    await add({ email, firstName: 'Jörg' });
    const [submission] = await store.list();
    if (!submission) throw new Error('nothing is stored');
    const { deliver, acknowledge } = createDelivery(
      { service: { by: 'smtp', url: mails.url }, isAcknowledged: true, ...addresses },
      () => createSmtp(mails.url),
      { store, logError },
    );
    await deliver(submission);
    await acknowledge?.(submission);
    const heads = mails.received.map(({ content }) => content.split('\r\n\r\n', 1)[0] ?? '');
    for (const head of heads) expect(head).toMatch(/^[\r\n -~]*$/);
    expect(/^Reply-To: .*<(.*)>\r?$/m.exec(heads[0] ?? '')?.[1] ?? null).toBe(written);
    expect(mails.received.map(({ to }) => to)).toEqual([
      [addresses.to],
      // The server of the tests reads Punycode.
      ...(written ? [[email]] : []),
    ]);
    expect(logged).toEqual([]);
  });

  test('what one enquiry fails with does not keep the next back', async () => {
    mails.refused = 'Refuse me';
    await add({ message: 'Refuse me, please' });
    await add({ message: 'Take me, please' });
    await deliverDue(options(), 10);
    expect(mails.received.map(({ content }) => content)).toEqual([
      expect.stringContaining('Take me'),
    ]);
    expect(await store.list({ isUndelivered: true })).toHaveLength(1);
  });

  test('the running outbox finds what an earlier process left, and what comes new', async () => {
    await add({ message: 'Left by an earlier process' });
    const first = mails.next();
    const outbox = startOutbox(options());
    expect((await first).content).toContain('Left by an earlier process');
    const second = mails.next();
    await add({ message: 'Something entirely new' });
    outbox.wake();
    expect((await second).content).toContain('Something entirely new');
    await outbox.stop();
    expect(await store.list({ isUndelivered: true })).toEqual([]);
  });
});
