import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyEnquiry } from '#enquiry/enquiry.ts';
import { inquiryTypes } from '#model/vocabulary.ts';
import { sectionHash } from '#src/links.ts';
import { applicable, prefillFromHash, untouched } from './prefill.ts';

const services = [
  { id: 'risk-strategy', title: 'Strategy', message: 'About strategy' },
  { id: 'program-build', title: 'Building', message: 'About building' },
  { id: 'other', title: 'Something else' },
];
const ids = services.map(({ id }) => id);

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
    ['#contact?service=__proto__&inquiry=constructor', null],
  ])('%s', (hash, expected) => {
    expect(prefillFromHash(hash, services)).toEqual(expected);
  });

  test('agrees with a simple model for every pair of values, known or not (behavior 3.3)', () => {
    const value = (known: readonly string[]) =>
      fc.option(fc.oneof(fc.constantFrom(...known), fc.string()), { nil: undefined });
    fc.assert(
      fc.property(value(ids), value(inquiryTypes), (service, inquiry) => {
        const hash = sectionHash('contact', {
          ...(service === undefined ? {} : { service }),
          ...(inquiry === undefined ? {} : { inquiry }),
        });
        fc.pre(hash.length < 500);
        const prefill = prefillFromHash(hash, services) ?? {};
        const serviceKnown = ids.some((known) => known === service);
        const inquiryKnown = inquiryTypes.some((known) => known === inquiry);
        expect(prefill.serviceType).toBe(serviceKnown ? service : undefined);
        expect(prefill.interestedIn).toBe(
          inquiryKnown ? inquiry : serviceKnown ? 'consultation' : undefined,
        );
        const hasMessage = serviceKnown && service !== 'other';
        expect(prefill.message !== undefined).toBe(hasMessage);
      }),
    );
  });
});

describe('filling in', () => {
  const prefill = { serviceType: 'program-build', interestedIn: 'consultation', message: 'Canned' };

  test('an untouched form takes all of it', () => {
    expect(applicable(prefill, emptyEnquiry, {})).toEqual(prefill);
  });

  test('what the visitor typed or chose stays (behavior 3.3)', () => {
    const typed = { ...emptyEnquiry, message: 'My own words', interestedIn: 'pricing' };
    expect(applicable(prefill, typed, {})).toEqual({ serviceType: 'program-build' });
  });

  test('what an earlier address put there gives way, unless it was edited', () => {
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
