import { describe, expect, test } from 'vitest';
import { typed } from '../tests/contact-form.ts';
import { emptyEnquiry } from './enquiry.ts';
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
])('%s is %s', (endpoint, name) => expect(formServiceAt(endpoint, 'https://firm.com')).toBe(name));

const message = '  First line\nsecond line  ';
const enquiry = { ...typed, message };
const values = {
  ...{ name: 'Ada Byron', first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
  ...{ company: 'Engines', role: 'Head of risk', interested_in: 'partnership', message },
  ...{ service_type: typed.serviceType, urgency: 'planning' },
};
const subject = `New Contact Request - ${typed.serviceType}`;

test('each service gets an enquiry in its own format, with values as typed, and the honeypot only if it was ticked (behavior 3.6, 9.1)', () => {
  const ofWeb3forms = { ...values, access_key: 'key', subject };
  const ofFormspree = { ...values, _subject: subject };
  expect(web3forms.payload(enquiry, 'key', null)).toEqual(ofWeb3forms);
  expect(web3forms.payload(enquiry, 'key', 'on')).toEqual({ ...ofWeb3forms, botcheck: 'on' });
  expect(formspree.payload(enquiry, 'key', null)).toEqual(ofFormspree);
  expect(formspree.payload(enquiry, 'key', 'on')).toEqual({ ...ofFormspree, _gotcha: 'on' });
});

test('without a service the subject names the topic; the name has no spaces around it (behavior 3.6)', () => {
  const payload = web3forms.payload({ ...emptyEnquiry, firstName: 'Ada' }, 'key', null);
  expect(payload).toMatchObject({ subject: 'New Contact Request - general', name: 'Ada' });
});

test('only the native form sends the receipt’s address to a service, never the scripts’ payload (behavior 9.1)', () => {
  const options = { accessKey: 'key', receivedUrl: 'https://firm.com/received' };
  expect(web3forms.hiddenFields(options)).toMatchObject({ redirect: options.receivedUrl });
  expect(formspree.hiddenFields(options)).toMatchObject({ _next: options.receivedUrl });
});

describe('Formspree’s answer', () => {
  test.each([
    [{ ok: true, next: '/thanks' }, false, null],
    [{ ok: false }, true, null],
    [{ error: 'Form not found' }, true, 'Form not found'],
    [{ error: '  ' }, false, null],
    [{ error: 'No', errors: [{ message: ' a b ' }, { message: 'c' }] }, true, 'a b c'],
    [{ error: 'Blocked', errors: [{ message: 7 }, null] }, true, 'Blocked'],
    [{ errors: 'text' }, false, null],
    [null, false, null],
  ])('%j', (body, isRefusal, message) => {
    expect(formspree.readAnswer(body)).toEqual({ isRefusal, message });
  });
});
