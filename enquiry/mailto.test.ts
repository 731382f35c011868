import { describe, expect, test } from 'vitest';
import { emailBodies } from '#content/messages.ts';
import { contactEmail, emptyEnquiry } from './enquiry.ts';
import { bodyOf, isTooLong, mailtoLimit, mailtoUrl } from './mailto.ts';

test('spaces are %20 and line breaks CRLF, as mail programs require; a lone surrogate causes no error (behavior 10.10)', () => {
  expect(mailtoUrl({ to: 'robin@example.com' })).toBe('mailto:robin@example.com');
  const draft = { to: 'a@b.example', subject: 'Two words', body: 'one\ntwo\r\n\r+ \ud800&?' };
  const query = 'subject=Two%20words&body=one%0D%0Atwo%0D%0A%0D%0A%2B%20%EF%BF%BD%26%3F';
  expect(mailtoUrl(draft)).toBe(`mailto:a@b.example?${query}`);
});

describe('a draft that Windows would not open', () => {
  const sender = { firstName: 'Ada', lastName: 'Byron', company: 'Engines' };
  const enquiry = { ...emptyEnquiry, ...sender, message: 'Our onboarding is under attack.' };

  test.each([
    ['letters', 'x', 'message'],
    ['Japanese', 'に', 'message'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'message'],
    ['line breaks', '\n', 'message'],
    ['letters', 'x', 'firstName'],
  ])(
    'carries the beginning, in whole characters, and everything else: %s as %j in %s',
    (_, character, name) => {
      const draftOf = (text: string) => contactEmail({ ...enquiry, [name]: text });
      const bodyWith = (text: string) => `${bodyOf(draftOf(text))}\n\n${emailBodies.shortened}`;
      const href = mailtoUrl({ to: 'robin@example.com', ...draftOf(character.repeat(5_000)) });
      expect(href.length).toBeLessThanOrEqual(mailtoLimit);
      expect(href.length).toBeGreaterThan(mailtoLimit - 200);
      const body = new URL(href).searchParams.get('body')?.replaceAll('\r\n', '\n') ?? '';
      const countIn = (text: string) => text.split(character).length;
      const carried = character.repeat(countIn(body) - countIn(bodyWith('…')));
      expect(body).toBe(bodyWith(`${carried}…`));
    },
  );

  test('has at most 1,900 characters, and its recipient is whole or left out (behavior 6.1, 8.1, 10.18)', () => {
    const long = '\u{1f468}'.repeat(2_000);
    for (const body of ['x', long]) {
      const href = mailtoUrl({ to: 'a@b.example', subject: long, body });
      expect(href).toMatch(/^mailto:a@b\.example\?subject=(?:%F0%9F%91%A8)+%E2%80%A6&body=/);
      expect(href.length).toBeLessThanOrEqual(1900);
    }
    expect(mailtoUrl({ to: long, subject: 'Hello' })).toBe('mailto:?subject=Hello');
  });

  test('mentions that it is shortened; one that fits is complete', () => {
    const draftOf = (length: number) => ({ to: 'a@b.example', body: 'x'.repeat(length) });
    const fitting = 1900 - mailtoUrl(draftOf(0)).length;
    expect(isTooLong(draftOf(fitting))).toBe(false);
    expect(mailtoUrl(draftOf(fitting))).toHaveLength(1900);
    expect(isTooLong(draftOf(fitting + 1))).toBe(true);
    expect(mailtoUrl(draftOf(fitting + 1))).toContain(encodeURIComponent(emailBodies.shortened));
  });
});
