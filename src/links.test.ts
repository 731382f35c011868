import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isForThisTab } from './actions/windows.ts';
import { bookingUrlWith, mailtoUrl, parseSectionHash, sectionHash, telUrl } from './links.ts';

const anyText = fc.string({ unit: 'binary' });

test('a phone number becomes an address without spaces', () => {
  expect(telUrl('+12065550142')).toBe('tel:+12065550142');
  expect(telUrl('+46 70 174 06 35')).toBe('tel:+46701740635');
});

test('the booking page gets the visitor’s fields, and keeps its own query', () => {
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

test('Cal.com gets company and message as notes (behavior 9.2)', () => {
  const prefill = { name: 'Ada Byron', email: 'ada@example.com', company: 'Engines' };
  const parametersOf = (message: string) =>
    Object.fromEntries(
      new URL(bookingUrlWith('https://cal.com/robin/30min', { ...prefill, message }, 'https://a.b'))
        .searchParams,
    );
  const visitor = { name: 'Ada Byron', email: 'ada@example.com' };
  expect(parametersOf('Fraud rings')).toEqual({ ...visitor, notes: 'Engines\n\nFraud rings' });
  expect(parametersOf(' ')).toEqual({ ...visitor, notes: 'Engines' });
});

test('a host whose name ends like a provider’s is not the provider', () => {
  expect(bookingUrlWith('https://notcal.com/x', { company: 'Engines' }, 'https://a.b')).toBe(
    'https://notcal.com/x?a1=Engines',
  );
});

test('a path is relative to the site', () => {
  expect(bookingUrlWith('/book', { company: 'Engines' }, 'https://example.com/#contact')).toBe(
    'https://example.com/book?a1=Engines',
  );
});

test('any details can be read back from the booking address; blank ones are left out', () => {
  fc.assert(
    fc.property(anyText, anyText, (company, message) => {
      const url = new URL(bookingUrlWith('/book', { company, message }, 'https://example.com'));
      const expected = (text: string) => (text.trim() === '' ? null : text.toWellFormed());
      expect(url.searchParams.get('a1')).toBe(expected(company));
      expect(url.searchParams.get('a2')).toBe(expected(message));
    }),
  );
});

test('a message that is too long for an address is shortened (behavior 8.1, 9.2)', () => {
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

test('browsers without toWellFormed, such as Safari 16.3, get the same addresses', () => {
  const missing = vi.spyOn(String.prototype, 'toWellFormed').mockImplementation(() => {
    throw new TypeError('not a function');
  });
  onTestFinished(() => missing.mockRestore());
  expect(mailtoUrl({ to: 'a@b.example' })).toBe('mailto:a@b.example');
  expect(bookingUrlWith('/book', { company: '\ud800🙂\udc00' }, 'https://example.com')).toBe(
    'https://example.com/book?a1=%EF%BF%BD%F0%9F%99%82%EF%BF%BD',
  );
});

test('an invalid address of the booking page is an error', () => {
  expect(() => bookingUrlWith('http://', {}, 'https://example.com')).toThrow(TypeError);
});

test.each([
  ['#about', 'about', ''],
  ['#contact?service=program-build', 'contact', 'service=program-build'],
  ['#contact?', 'contact', ''],
])('%s', (hash, section, query) => {
  const parsed = parseSectionHash(hash);
  expect(parsed?.section).toBe(section);
  expect(parsed?.query.toString()).toBe(query);
});

test.each([
  '',
  '#',
  'about',
  '#%E0%A4%A',
  '#__proto__',
  '#?service=x',
  '#<script>',
  `#${'a'.repeat(10_000)}`,
  `#contact?${'a'.repeat(10_000)}`,
])('%j is not a section', (hash) => {
  expect(parseSectionHash(hash)).toBeNull();
});

test('any query can be read back from the hash', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (value) => {
      expect(parseSectionHash(sectionHash('contact', { value }))?.query.get('value')).toBe(value);
    }),
  );
});

test('no hash throws an error (behavior 2.3)', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (hash) => void parseSectionHash(`#${hash}`)),
  );
});

const press = { defaultPrevented: false, button: 0 } as MouseEvent;

test.each([
  ['a click', {}, true],
  ['Ctrl', { ctrlKey: true }, false],
  ['Command', { metaKey: true }, false],
  ['Shift, for a new window', { shiftKey: true }, false],
  ['Alt, to save the link', { altKey: true }, false],
  ['the middle button', { button: 1 }, false],
  ['a click that another script has answered', { defaultPrevented: true }, false],
])('%s is for this tab or left to the browser (behavior 4.4)', (_what, change, isOurs) => {
  expect(isForThisTab({ ...press, ...change })).toBe(isOurs);
});
