import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { about } from '#content/about.ts';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { expertise } from '#content/expertise.ts';
import { hero } from '#content/hero.ts';
import { identity } from '#content/identity.ts';
import * as messages from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { officeName } from '#content/schema/identity-text.ts';
import { navigation, sectionIds } from '#content/schema/sections.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { numberWriters, readNumberFormat } from '#src/sections/hero/format-number.ts';
import { cheapestThreshold, judgeThreshold, readThreshold } from '#src/threshold/model.ts';
import { isSample, notSample } from './sample.ts';

const { formatMoney, formatShare } = numberWriters(readNumberFormat(site.language, site.currency));

// The words, facts and figures that are specified for the sample, which no other test knows.

if (!isSample) console.log(`tests/sample.test.ts is skipped: ${notSample}.`);

const titles = (items: readonly { title: string }[]): string[] => items.map(({ title }) => title);

describe.skipIf(!isSample)('the sample', () => {
  test('is that of a consultant in Seattle', () => {
    expect(identity).toMatchObject({
      firm: 'Example Risk Advisory',
      email: 'robin@example.com',
      phone: '+12065550142',
    });
    expect(officeName).toBe('Seattle, WA');
    expect(identity.socialLinks.map(({ id }) => id)).toEqual(['linkedin', 'twitter', 'github']);
    expect(identity.companyLinks).toHaveLength(3);
    expect(site.language).toBe('en-US');
    expect(site.retentionYears).toBe(2);
    expect(site.analyticsMonths).toBe(26);
  });

  test('claims what is specified, each with its source', () => {
    expect(hero.claims.map(({ figure, source }) => [figure, source])).toEqual([
      ['25+', 1999],
      ['1B+', 2010],
      ['95%', 2004],
      ['50+', 2016],
    ]);
    expect(titles(hero.tiles)).toEqual([
      'Trust & Safety',
      'Risk Intelligence',
      'Identity Systems',
      'AI & ML',
    ]);
    expect(expertise.stats.map(({ figure }) => figure)).toEqual(['1999', '25+', '4', '1B+']);
    expect(expertise.timeline).toHaveLength(5);
    expect(expertise.timeline.map(({ to }) => to === null)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('offers the specified services', () => {
    const offered = services.items.map(({ id, title, duration, consultation, weeks }) => [
      id,
      title,
      duration,
      weeks,
      consultation,
    ]);
    expect(offered).toEqual([
      ['risk-strategy', 'Risk Strategy & Assessment', '2–4 weeks', [2, 4], 30],
      ['program-build', 'Trust & Safety Program Build', '8–12 weeks', [8, 12], 45],
      ['ai-ml-intelligence', 'AI/ML Risk Intelligence', '6–10 weeks', [6, 10], 30],
      ['fractional-leadership', 'Fractional Risk Leadership', '3–12 months', [13, 52], 60],
    ]);
    expect(titles(services.approach.steps)).toEqual([
      'Discovery & Assessment',
      'Strategic Planning',
      'Implementation Support',
      'Optimization & Scale',
    ]);
    expect(services.banner).toMatchObject({
      scheduleLabel: 'Schedule Consultation',
      caseStudiesLabel: 'Download Case Studies',
    });
    expect(resources.catalogue.map(({ id }) => id)).not.toContain(
      services.banner.caseStudiesResource,
    );
  });

  test('has the specified papers', () => {
    expect(resources.catalogue.map(({ id, pages, size }) => [id, pages, size])).toEqual([
      ['ai-fraud-detection-guide', 32, '512 KB'],
      ['agentic-commerce-guide', 0, null],
    ]);
  });

  test('names its sections and buttons as specified', () => {
    expect(sectionIds).toEqual(['hero', 'services', 'expertise', 'about', 'resources', 'contact']);
    expect(navigation.map(({ label }) => label)).toEqual([
      'Services',
      'Expertise',
      'About',
      'Resources',
      'Contact',
    ]);
    const { labels } = site;
    expect([labels.schedule, labels.backHome]).toEqual(['Schedule Consultation', 'Back to Home']);
    expect([hero.scheduleLabel, hero.resourcesLabel]).toEqual([
      'Schedule Consultation',
      'Download Resources',
    ]);
    expect(services.labels.discuss).toBe('Discuss This Service');
    expect(expertise.currentRole).toBe('Current Role');
    expect(about).toMatchObject({ learnMoreLabel: 'Learn More', learnMoreTarget: '' });
    expect(resources.labels.access).toBe('Access Resource');
    expect([site.footer.terms, site.footer.privacy]).toEqual([
      'Terms of Service',
      'Privacy Policy',
    ]);
    expect(contact.form).toMatchObject({
      submitting: 'Sending...',
      success: { heading: 'Message Sent!', again: 'Send Another Message' },
    });
    expect(contact.actions.schedule.text).toContain('free 30 minutes');
    expect(contact.details.response).toBe('Within 24 hours');
    expect(contact.faq.items).toHaveLength(5);
  });

  test('its figure opens with fraud caught at a loss, and has one cheapest line', () => {
    const { assumptions } = thresholdFigure;
    const at = (threshold: number): string[] => {
      const { caught, stopped, cost } = readThreshold(threshold, assumptions);
      return [formatShare(caught), formatShare(stopped), formatMoney(cost)];
    };
    expect(assumptions.threshold).toBe(38);
    expect(at(38)).toEqual(['96%', '8.8%', '$22,500']);
    expect(judgeThreshold(38, assumptions)).toBe('worseThanNothing');
    expect(cheapestThreshold(assumptions)).toBe(56);
    expect(at(56)).toEqual(['76%', '0.77%', '$6,180']);
    expect(at(0)).toEqual(['100%', '100%', '$248,000']);
    expect(at(100)).toEqual(['0%', '0%', '$18,000']);
  });

  test('says what is specified when something is missing, happens or fails', () => {
    expect(messages.validationMessages).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Email is required',
      emailFormat: 'Please enter a valid email address',
      company: 'Company name is required',
      message: 'Message is required',
      messageLength: 'Message must be at least 10 characters long',
    });
    expect(messages.submissionMessages).toMatchObject({
      failed: 'Failed to submit form. Please try again.',
      network: 'Network error. Please check your connection and try again.',
    });
    expect(messages.failureMessages).toEqual({
      contact_form:
        'There was an issue submitting your message. Please try one of the alternative contact methods below.',
      resource_download:
        'The resource is temporarily unavailable. Please try again or contact us for assistance.',
      scheduling: 'Unable to open the scheduling system. Please use an alternative booking method.',
      notFound: 'The requested resource was not found.',
      server: 'A server error occurred. Please try again later.',
      rateLimited: 'Too many requests. Please wait a moment and try again.',
      unavailable: 'A service is temporarily unavailable. Please try again later.',
      script: 'An unexpected error occurred. Please try refreshing the page.',
    });
    expect(messages.notificationMessages).toMatchObject({
      schedulePopupBlocked: 'Popup blocked. Opening scheduling here instead.',
      linkPopupBlocked: 'Popup blocked. The link will open in the current tab.',
      emailUnavailable:
        'Unable to open email client. Please copy the email address and contact us manually.',
      emailCopied: 'Email address copied to clipboard.',
      callUnavailable: 'Unable to initiate call. Please dial {number} manually.',
      phoneCopied: 'Phone number copied to clipboard.',
      offline: 'You appear to be offline. Some features may not work properly.',
      online: 'Connection restored. All features should now work normally.',
    });
    expect(messages.failureOptionLabels).toEqual({
      emailDirectly: 'Send email directly',
      callDirectly: 'Call directly',
      tryAgain: 'Try again',
      requestByEmail: 'Request via email',
      browseResources: 'Browse other resources',
      scheduleByEmail: 'Schedule via email',
      callToSchedule: 'Call to schedule',
      contactSupport: 'Contact support',
    });
    expect(messages.applicationErrorMessages).toMatchObject({
      error: 'Application Error',
      response: 'Unhandled Thrown Response!',
    });
    expect(messages.emailSubjects.support).toBe('Technical Support Request');
    expect(embedded.messages.emailFormat).toBe(messages.validationMessages.emailFormat);
  });

  test.each([
    [
      'terms',
      [
        '## Services',
        '## Engagements',
        '## Intellectual property',
        '## Confidentiality',
        '## Limitation of liability',
        '## Termination',
        '## Governing law',
        'is capped at the fees you paid for it in the last twelve months',
        'at least 30 days before',
      ],
    ],
    [
      'privacy',
      [
        '## What we collect',
        '## How we use it',
        '## Sharing',
        '## Security',
        '## Retention',
        '## Your rights',
        '## Cookies',
        '## Third parties',
        '## International transfers',
        '## Children',
        '{retention}',
        'until you unsubscribe',
        '7 years',
        'Analytics: {analyticsKept}',
        'do not serve anyone under 18',
      ],
    ],
  ])('covers the specified topics, periods and limits in its %s', (name, facts) => {
    const text = readFileSync(`content/${name}.md`, 'utf8');
    expect(text).toContain('updated: 2024-01-01');
    for (const fact of facts) expect(text).toContain(fact);
  });

  test('knows no other limit of liability than that cap', () => {
    const [, rest = ''] = readFileSync('content/terms.md', 'utf8').split(
      '## Limitation of liability',
    );
    const [liability] = rest.split('\n## ');
    expect(liability?.match(/[^.]*(?:limit|cap\b|capped|less than|times)[^.]*\./g)).toEqual([
      expect.stringContaining('is capped at the fees'),
      expect.stringContaining('or where the law allows no limit.'),
    ]);
  });

  test.each([
    'WCAG) 2.2',
    'level AA',
    'JAWS, NVDA, VoiceOver, TalkBack',
    '{booking} {newsletter}',
    '[{email}](mailto:{email})',
    '[{phone}](tel:{phoneDigits}){callHours}',
    `[contact form](/#contact): choose “${contact.form.inquiryTypes.general}”`,
    'We answer within {answerWithin}',
  ])('says of accessibility what was and was not tried, and how to complain: %s', (fact) => {
    expect(readFileSync('content/accessibility.md', 'utf8')).toContain(fact);
  });
});
