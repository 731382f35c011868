import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookingUrlWith, mailtoUrl, telUrl } from './links.ts';

const anyText = fc.string({ unit: 'binary' });

test('an email address alone', () => {
  expect(mailtoUrl({ to: 'robin@example.com' })).toBe('mailto:robin@example.com');
});

test('spaces are %20 and line breaks CRLF, as mail programs want them', () => {
  expect(mailtoUrl({ to: 'a@b.example', subject: 'Two words', body: 'one\ntwo + three' })).toBe(
    'mailto:a@b.example?subject=Two%20words&body=one%0D%0Atwo%20%2B%20three',
  );
});

test('any subject and body come back out of the address', () => {
  fc.assert(
    fc.property(anyText, anyText, (subject, body) => {
      const url = mailtoUrl({ to: 'a@b.example', subject, body });
      const [, query = ''] = url.split('?');
      const [subjectPart = '', bodyPart = ''] = query.split('&');
      expect(decodeURIComponent(subjectPart.replace('subject=', ''))).toBe(subject.toWellFormed());
      expect(decodeURIComponent(bodyPart.replace('body=', ''))).toBe(
        body.toWellFormed().replace(/\r\n|\r|\n/g, '\r\n'),
      );
    }),
  );
});

test('a lone surrogate does not break an address', () => {
  expect(mailtoUrl({ to: 'a@b.example', body: '\ud800' })).toBe(
    'mailto:a@b.example?body=%EF%BF%BD',
  );
});

test('a phone number', () => {
  expect(telUrl('+12065550142')).toBe('tel:+12065550142');
  expect(telUrl('+46 70 174 06 35')).toBe('tel:+46701740635');
});

test('the booking page learns who comes, and keeps its own query', () => {
  expect(
    bookingUrlWith(
      'https://booking.example.com/robin?utm_source=site',
      { name: 'Ada Byron', email: 'ada@example.com', company: '', message: 'a & b' },
      'https://example.com',
    ),
  ).toBe(
    'https://booking.example.com/robin?utm_source=site&name=Ada+Byron&email=ada%40example.com&a2=a+%26+b',
  );
});

test('Cal.com gets company and message as notes', () => {
  const prefill = { name: 'Ada Byron', email: 'ada@example.com', company: 'Engines' };
  const parametersOf = (message: string) =>
    Object.fromEntries(
      new URL(bookingUrlWith('https://cal.com/robin/30min', { ...prefill, message }, 'https://a.b'))
        .searchParams,
    );
  const who = { name: 'Ada Byron', email: 'ada@example.com' };
  expect(parametersOf('Fraud rings')).toEqual({ ...who, notes: 'Engines\n\nFraud rings' });
  expect(parametersOf(' ')).toEqual({ ...who, notes: 'Engines' });
});

test('a host that only ends like a provider’s is none of its', () => {
  expect(bookingUrlWith('https://notcal.com/x', { company: 'Engines' }, 'https://a.b')).toBe(
    'https://notcal.com/x?a1=Engines',
  );
});

test('a path is relative to the site', () => {
  expect(bookingUrlWith('/book', { company: 'Engines' }, 'https://example.com/#contact')).toBe(
    'https://example.com/book?a1=Engines',
  );
});

test('any details come back out of the booking address; blank ones are left out', () => {
  fc.assert(
    fc.property(anyText, anyText, (company, message) => {
      const url = new URL(bookingUrlWith('/book', { company, message }, 'https://example.com'));
      const expected = (text: string) => (text.trim() === '' ? null : text.toWellFormed());
      expect(url.searchParams.get('a1')).toBe(expected(company));
      expect(url.searchParams.get('a2')).toBe(expected(message));
    }),
  );
});

test('of a message that no server would take in an address, the beginning is carried', () => {
  const message = 'Сообщение '.repeat(500);
  const href = bookingUrlWith('/book', { company: 'Engines', message }, 'https://example.com');
  expect(href.length).toBeLessThanOrEqual(6000);
  const { searchParams } = new URL(href);
  expect(searchParams.get('a1')).toBe('Engines');
  const carried = searchParams.get('a2') ?? '';
  expect(carried.length).toBeGreaterThan(500);
  expect(carried.endsWith('…')).toBe(true);
  expect(message.startsWith(carried.replace(/…+$/, ''))).toBe(true);
});

test('a booking page that is no address is an error', () => {
  expect(() => bookingUrlWith('http://', {}, 'https://example.com')).toThrow(TypeError);
});
