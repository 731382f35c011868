import { describe, expect, test } from 'vitest';
import { emptyEnquiry } from '#enquiry/enquiry.ts';
import { applicable, prefillFromHash, untouched } from './prefill.ts';

const services = [
  { id: 'risk-strategy', title: 'Strategy', message: 'About strategy' },
  { id: 'program-build', title: 'Building', message: 'About building' },
  { id: 'other', title: 'Something else' },
];

describe('what an address fills in', () => {
  test.each([
    ['#contact', null],
    ['#about?service=program-build', null],
    [
      '#contact?service=program-build',
      { serviceType: 'program-build', interestedIn: 'consultation', message: 'About building' },
    ],
    [
      '#contact?service=program-build&inquiry=pricing',
      { serviceType: 'program-build', interestedIn: 'pricing', message: 'About building' },
    ],
    ['#contact?service=other', { serviceType: 'other', interestedIn: 'consultation' }],
    ['#contact?inquiry=speaking', { interestedIn: 'speaking' }],
    ['#contact?service=astrology', null],
    [
      '#contact?service=program-build&inquiry=astrology',
      { serviceType: 'program-build', interestedIn: 'consultation', message: 'About building' },
    ],
    ['#contact?service=__proto__&inquiry=constructor', null],
  ])('%s', (hash, expected) => {
    expect(prefillFromHash(hash, services)).toEqual(expected);
  });
});

describe('filling in', () => {
  const prefill = { serviceType: 'program-build', interestedIn: 'consultation', message: 'Canned' };

  test('an empty form takes all values', () => {
    expect(applicable(prefill, emptyEnquiry, {})).toEqual(prefill);
  });

  test('values that the visitor typed or chose are kept (behavior 3.3)', () => {
    const typed = { ...emptyEnquiry, message: 'My own words', interestedIn: 'pricing' };
    expect(applicable(prefill, typed, {})).toEqual({ serviceType: 'program-build' });
  });

  test('values of an earlier address are replaced, unless the visitor edited them', () => {
    const earlier = { message: 'About strategy', serviceType: 'risk-strategy' };
    const form = { ...emptyEnquiry, ...earlier };
    expect(untouched(earlier, form)).toEqual(earlier);
    expect(applicable(prefill, form, earlier)).toEqual(prefill);
    const edited = { ...form, message: 'About strategy, and soon' };
    const left = { serviceType: 'risk-strategy' };
    expect(untouched(earlier, edited)).toEqual(left);
    expect(applicable(prefill, edited, left)).toEqual({
      serviceType: 'program-build',
      interestedIn: 'consultation',
    });
  });
});
