import { describe, expect, test } from 'vitest';
import { typed } from '../tests/contact-form.ts';
import { formServiceAt, formServices } from './form-services.ts';

const { formspree, web3forms } = formServices;

test.each([
  ['/api/submit', 'embedded'],
  ['https://firm.com/api/submit', 'embedded'],
  ['https://api.web3forms.com/submit', 'web3forms'],
  ['https://formspree.io/f/abcdwxyz', 'formspree'],
  ['https://forms.firm.com/submit', 'other'],
  ['https://formspree.io.evil.example/f/x', 'other'],
  ['https://notformspree.io/f/x', 'other'],
])('%s is %s', (endpoint, name) => {
  expect(formServiceAt(endpoint, 'https://firm.com')).toBe(name);
});

test('a service without a file of its own is taken for Web3Forms, apart from its own pages (behavior 9.1)', () => {
  expect(formServices.other).toEqual({ ...web3forms, hosts: null, redirectsTo: [] });
});

test('Formspree gets its own names for subject and honeypot, and no key (behavior 3.6, 9.1)', () => {
  expect(formspree.payload(typed, 'key', 'on')).toEqual({
    name: 'Ada Byron',
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.com',
    company: 'Engines',
    role: 'Head of risk',
    interested_in: 'partnership',
    service_type: typed.serviceType,
    urgency: 'planning',
    message: 'First line\nsecond line',
    _subject: `New Contact Request - ${typed.serviceType}`,
    _gotcha: 'on',
  });
  expect(formspree.payload(typed, 'key', null)).not.toHaveProperty('_gotcha');
});

test('the way back goes to a service with the native form alone, never with the scripts’ payload (behavior 9.1)', () => {
  const options = { accessKey: 'key', receivedUrl: 'https://firm.com/received' };
  expect(web3forms.hiddenFields(options)).toMatchObject({ redirect: options.receivedUrl });
  expect(formspree.hiddenFields(options)).toMatchObject({ _next: options.receivedUrl });
  for (const { payload } of Object.values(formServices)) {
    expect(payload(typed, 'key', null)).not.toHaveProperty('redirect');
    expect(payload(typed, 'key', null)).not.toHaveProperty('_next');
  }
});

describe('Formspree’s answer', () => {
  test.each([
    [{ ok: true, next: '/thanks' }, false, null],
    [{ ok: false }, true, null],
    [{ error: 'Form not found' }, true, 'Form not found'],
    [{ error: '  ' }, false, null],
    [
      {
        error: 'Validation errors',
        errors: [{ message: ' should be an email ' }, { message: 'is missing' }],
      },
      true,
      'should be an email is missing',
    ],
    [{ error: 'Blocked', errors: [] }, true, 'Blocked'],
    [{ error: 'Blocked', errors: [{ message: 7 }, null] }, true, 'Blocked'],
    [{ errors: 'text' }, false, null],
    [null, false, null],
    ['text', false, null],
    [[], false, null],
  ])('%j', (body, isRefusal, message) => {
    expect(formspree.readAnswer(body)).toEqual({ isRefusal, message });
  });
});
