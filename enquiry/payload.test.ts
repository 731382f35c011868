import { expect, test } from 'vitest';
import { fieldNames } from '#model/vocabulary.ts';
import { typed } from '../tests/contact-form.ts';
import { emptyEnquiry } from './enquiry.ts';
import { fields } from './fields.ts';
import { enquiryFromPayload, enquiryPayload } from './payload.ts';

const enquiry = { ...typed, message: '  First line\nsecond line  ' };

test('an enquiry in the form service’s words, values as they were typed (behavior 3.6)', () => {
  expect(enquiryPayload(enquiry, 'key')).toEqual({
    access_key: 'key',
    name: 'Ada Byron',
    email: 'ada@example.com',
    subject: `New Contact Request - ${typed.serviceType}`,
    message: '  First line\nsecond line  ',
    first_name: 'Ada',
    last_name: 'Byron',
    company: 'Engines',
    role: 'Head of risk',
    interested_in: 'partnership',
    service_type: typed.serviceType,
    urgency: 'planning',
  });
});

test('without a service the subject names the topic; the name has no spaces around it; the honeypot is sent only when it was ticked (behavior 3.6)', () => {
  expect(enquiryPayload(emptyEnquiry, 'key').subject).toBe('New Contact Request - general');
  expect(enquiryPayload({ ...enquiry, lastName: ' ' }, 'key').name).toBe('Ada');
  expect(enquiryPayload(enquiry, 'key')).not.toHaveProperty('botcheck');
  expect(enquiryPayload(enquiry, 'key', 'on')).toHaveProperty('botcheck', 'on');
});

test('what was sent is read back, under the payload’s names and under the form’s', () => {
  expect(enquiryFromPayload(enquiryPayload(enquiry, 'key'))).toEqual(enquiry);
  expect(enquiryFromPayload(enquiry)).toEqual(enquiry);
  expect(enquiryFromPayload({})).toEqual(emptyEnquiry);
});

test('every name of a field has its entry, in the order of the names', () => {
  expect(fields.map(({ name }) => name)).toEqual(fieldNames);
});
