import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { fill } from '#model/fill.ts';
import { signUps } from '#model/vocabulary.ts';
import { naughtyStrings } from '../../tests/naughty-strings.ts';
import type { Fields, Submission, SubmissionKind } from '../stores/store.ts';
import { type MailServer, startDrippingServer, startMailServer } from '../tests/mail-server.ts';
import { setUpOutbox } from '../tests/outbox.ts';
import { createDelivery } from './delivery.ts';
import { composeMail } from './mail.ts';
import { createSmtp, openMailService } from './smtp.ts';

const { titles, length, received: receivedLabel, id: idLabel } = embedded.mail;
const { labels, inquiryTypes, urgencies } = contact.form;

const fact = (label: string, value: string) => `${label}${label.endsWith('?') ? '' : ':'} ${value}`;

const addresses = { from: 'site@example.com', to: 'owner@example.com' };

const fields = {
  ...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
  ...{ company: 'Engines & Sons <Ltd>', role: '', interestedIn: 'pricing', serviceType: '' },
  ...{ urgency: 'normal', message: 'Two lines,\nand <b>no</b> markup.' },
};

const submission = (over: Fields = {}): Submission => ({
  ...{ id: 7, publicId: '5f2a', kind: 'enquiry', receivedAt: '2026-01-02T03:04:05.000Z' },
  fields: { ...fields, ...over },
  delivery: { nextAttemptAt: null, attempts: 0, lastError: null, deliveredAt: null },
  ...{ seenAt: null, time: null },
});
const compose = (over?: Fields) => composeMail(submission(over), addresses);

describe('a mail', () => {
  test('has the sender, the firm, the topic and the urgency (behavior 9.4)', () => {
    const { id: serviceType, title } = services.items[0] ?? { id: '', title: '' };
    const { pricing } = inquiryTypes;
    const urgent = compose({ company: 'Engines Ltd', serviceType, urgency: 'urgent' });
    const topic = `${titles.enquiry}: Ada Byron, Engines Ltd, ${title}, ${urgencies.urgent}`;
    expect(urgent.subject).toBe(topic);
    expect(compose()).toMatchObject({
      ...addresses,
      subject: `${titles.enquiry}: Ada Byron, Engines & Sons <Ltd>, ${pricing}`,
      replyTo: { name: 'Ada Byron', address: 'ada@example.com' },
      messageId: '<enquiry-5f2a@example.com>',
    });
    const sender = (firstName: string) => compose({ firstName, lastName: '' }).fromName;
    expect(sender('Zoë O’Neil-Wu')).toBe(`Zoë O’Neil-Wu (${identity.firm})`);
    const bank = sender('"Bank" <help@bank.example>,\u202e');
    expect(bank).toBe(`Bank help bank.example (${identity.firm})`);
    expect(sender('@')).toBe(identity.firm);
    // Mail programs decode such a word (RFC 2047), here to a character that reverses text.
    const { subject, replyTo } = compose({ firstName: '=?utf-8?B?4oCu?=' });
    expect(subject + replyTo?.name).not.toContain('=?');
    const long = `${titles.enquiry}: ${'🎈'.repeat(59)}…, Engines & Sons <Ltd>, ${pricing}`;
    expect(compose({ firstName: '🎈'.repeat(5000) }).subject).toBe(long);
    const mailOf = (kind: SubmissionKind, fields: Fields) =>
      composeMail({ ...submission(), kind, fields }, addresses);
    // A value that is not a single address gets no answer.
    const booking = mailOf('booking', { minutes: '45', name: 'Ada', company: ' ', email: 'a@b@c' });
    expect(booking.subject).toBe(`${titles.booking}: Ada, ${fill(length, { minutes: '45' })}`);
    expect(booking.replyTo).toBeUndefined();
    for (const { kind } of signUps) {
      const { subject } = mailOf(kind, { email: 'ada@example.com' });
      expect(subject).toBe(`${titles[kind]}: ada@example.com`);
    }
  });

  test('has the message first, then the facts in words, then the time of arrival and the ID, and shows characters that would reverse or hide text (behavior 9.4)', () => {
    const format = { dateStyle: 'full', timeStyle: 'long', timeZone: site.timeZone } as const;
    const received = new Date(submission().receivedAt).toLocaleString(site.language, format);
    const message = `Two lines,\nand \u202e<b>no</b> markup. ${'word '.repeat(30)}${'x'.repeat(200)}`;
    const company = 'a\u202egnp.exe\u0000 <Ltd>';
    const typed = { message, company, urgency: 'planning', constructor: 'toString' };
    expect(compose(typed).text).toBe(`${message.replace('\u202e', '\\u202e')}

${fact(labels.firstName, 'Ada')}
${fact(labels.lastName, 'Byron')}
${fact(labels.email, 'ada@example.com')}
${fact(labels.company, 'a\\u202egnp.exe\\u0000 <Ltd>')}
${fact(labels.interestedIn, inquiryTypes.pricing)}
${fact(labels.urgency, urgencies.planning)}
constructor: toString
${fact(receivedLabel, received)}
${fact(idLabel, '7')}`);
  });

  test('no text can add a header or a recipient (behavior 9.4)', async () => {
    const transport = createTransport({ streamTransport: true, buffer: true });
    const known =
      /^(?:from|to|subject|reply-to|date|message-id|content-type|content-transfer-encoding|mime-version)$/i;
    for (const text of naughtyStrings) {
      const names = { firstName: text, lastName: text, email: `a${text}@b` };
      const typed = { ...names, serviceType: text, message: text };
      const { fromName: name, from: address, ...mail } = compose(typed);
      const from = { name, address };
      const { message, envelope } = await transport.sendMail({ ...mail, from });
      expect(envelope).toEqual({ from: addresses.from, to: [addresses.to] });
      const head = String(message).split('\r\n\r\n', 1)[0] ?? '';
      const headers = head.split(/\r\n(?![ \t])/).map((line) => line.split(':', 1)[0] ?? '');
      expect(headers.filter((name) => !known.test(name))).toEqual([]);
      expect(new Set(headers).size).toBe(headers.length);
    }
  });
});

describe('delivery', () => {
  const { state, logged, now, logError, later, add, work, only } = setUpOutbox();
  let mails: MailServer;
  beforeEach(async () => {
    mails = await startMailServer();
  });
  afterEach(() => mails.close());

  const deliver = () => {
    const service = { by: 'smtp', url: mails.url } as const;
    const config = { service, isAcknowledged: true, ...addresses };
    return work(createDelivery(config, openMailService, { store: state.store, logError, later }));
  };

  test('a real mail server gets mail to owner and visitor, without letters beyond ASCII in a header, and parts that calendar programs process', async () => {
    await add({ ...fields, email: 'ada@müller.example', firstName: 'Jörg' });
    await deliver();
    const [toOwner, toVisitor] = mails.received;
    // The test server decodes Punycode.
    expect([toOwner?.to, toVisitor?.to]).toEqual([[addresses.to], ['ada@müller.example']]);
    const heads = mails.received.map(({ content }) => content.split('\r\n\r\n', 1)[0] ?? '');
    for (const head of heads) {
      expect(head).toMatch(/^[\r\n -~]*$/);
      expect(head).toMatch(/^From: .*<site@example.com>\r$/ms);
    }
    expect(heads[0]).toMatch(/^Reply-To: .*<ada@xn--mller-kva.example>\r?$/m);
    expect(heads[1]).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    const deliveredAt = now().toISOString();
    const done = { nextAttemptAt: null, attempts: 1, lastError: null, deliveredAt };
    expect((await only()).delivery).toEqual(done);
    expect([await deliver(), logged]).toEqual([0, []]);
    const calendar = { method: 'REQUEST', content: 'BEGIN:VCALENDAR' } as const;
    await createSmtp(mails.url).send({ ...compose(), calendar });
    const type = /^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r$/im;
    expect(mails.received[2]?.content).toMatch(type);
  });

  test('a mail that the server refuses is tried again, and no log has a word of the visitor (behavior 9.4)', async () => {
    mails.mood = 'refuses';
    await add(fields);
    await deliver();
    const nextAttemptAt = new Date(state.time + 30_000).toISOString();
    const lastError = 'The mail server answered 550 5.1.1 to DATA';
    const failed = { attempts: 1, deliveredAt: null, nextAttemptAt, lastError };
    expect((await only()).delivery).toEqual(failed);
    expect(logged).toEqual([`Delivery of enquiry 1 failed (attempt 1): ${lastError}`]);
    mails.mood = 'accepts';
    state.time += 30_000;
    await deliver();
    expect(mails.received[0]?.to).toEqual([addresses.to]);
    expect((await only()).delivery).toMatchObject({ nextAttemptAt: null, lastError: null });
  });

  test('an attempt with a server that answers byte by byte ends before another process tries (behavior 9.4)', async () => {
    const dripping = await startDrippingServer();
    const limit = 300;
    const smtp = createSmtp(`smtp://127.0.0.1:${dripping.port}`, limit);
    const startedAt = performance.now();
    const words = 'Timeout: the mail server did not take the mail within 0.3 s';
    await expect(smtp.send(compose())).rejects.toThrow(words);
    await expect(smtp.verify()).rejects.toThrow(words);
    expect(performance.now() - startedAt).toBeLessThan(10 * limit);
    // Nobody closes the connection that checks whether the server answers.
    await expect.poll(dripping.connected).toBeLessThan(2);
    await dripping.close();
  });
});
