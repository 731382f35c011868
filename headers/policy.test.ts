import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, test } from 'vitest';
import { backendPolicy, contentSecurityPolicy, type PolicySources } from './policy.ts';

const sources: PolicySources = {
  scriptHashes: ["'sha256-BF0290pkb3jxQsE7z00xR8Imp8X34FLC88L0lkMnrGw='"],
  styleHashes: ["'sha256-Wm5SSPOJ3Cuz/Cfek3uLcS66xvbOj383CpfJEErrK64='"],
  addresses: {
    'connect-src': ['/api/submit'],
    'form-action': ['/api/submit'],
    'frame-src': ['/newsletter'],
  },
  siteUrl: 'https://firm.com',
};

const thirdParties: PolicySources = {
  ...sources,
  addresses: {
    'connect-src': ['https://api.web3forms.com/submit'],
    'form-action': ['https://api.web3forms.com/submit'],
    'frame-src': ['https://robin.substack.com/embed'],
  },
};

const widget = ['https://assets.calendly.com/assets/external/widget.js'];
const bookings = ['https://calendly.com/robin/30min', 'https://team.calendly.com/robin/60min'];
const bookingWidget: PolicySources = {
  ...thirdParties,
  addresses: {
    ...thirdParties.addresses,
    'script-src': widget,
    'style-src': widget,
    'img-src': widget,
    'frame-src': ['https://robin.substack.com/embed', ...bookings],
  },
};

const policies = {
  'the embedded services': contentSecurityPolicy(sources),
  'services of third parties': contentSecurityPolicy(thirdParties),
  'a booking widget': contentSecurityPolicy(bookingWidget),
  'the pages of the form backend': backendPolicy(false, 'p{margin:0}'),
  'the newsletter’s own frame': backendPolicy(true, 'p{margin:0}'),
};

const evaluate = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .map(({ severity, directive, description }) => ({
      severity,
      text: `${directive}: ${description}`,
    }));

/** Leaves out the "maybe" severities, which the tool cannot decide. */
const isGrave = ({ severity }: { severity: Severity }): boolean =>
  severity === Severity.HIGH || severity === Severity.MEDIUM || severity === Severity.SYNTAX;

describe('CSP Evaluator', () => {
  test.each(Object.entries(policies))('finds nothing high or medium with %s', (_name, policy) => {
    expect(evaluate(policy).filter(isGrave)).toEqual([]);
  });

  test('has one finding on the site’s policy, which decision 0005 explains', () => {
    const remarks = evaluate(policies['the embedded services']).filter(
      ({ severity }) => severity !== Severity.NONE && severity !== Severity.INFO,
    );
    expect(remarks.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^script-src: 'self' can be problematic if you host JSONP/),
    ]);
  });

  test('finds mistakes in an unsafe policy', () => {
    const open = policies['the embedded services'].replace("'self'", "'unsafe-inline' https:");
    expect(evaluate(open).filter(isGrave)).not.toEqual([]);
  });
});

test('the policy allows only the hosts that the configuration names', () => {
  const hosts = contentSecurityPolicy(thirdParties).match(/https:\/\/[^\s;]+/g);
  expect(hosts).toEqual([
    'https://api.web3forms.com',
    'https://robin.substack.com',
    'https://api.web3forms.com',
  ]);
  expect(contentSecurityPolicy(sources)).not.toMatch(/https?:\/\//);
});

test('sources are refused by default, and Trusted Types are required (behavior 10.4, 10.5)', () => {
  const policy = contentSecurityPolicy(sources);
  expect(policy).toMatch(/^default-src 'none'; base-uri 'none'; /);
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|\*|data:|blob:/);
});

test('a configured booking widget is allowed, and Trusted Types are not required then', () => {
  const policy = contentSecurityPolicy(bookingWidget);
  for (const name of ['style-src', 'img-src', 'script-src']) {
    expect(policy).toMatch(RegExp(`${name} [^;]*https://assets\\.calendly\\.com`));
  }
  expect(policy).toMatch(/frame-src [^;]*https:\/\/calendly\.com https:\/\/team\.calendly\.com/);
  expect(policy).not.toContain('trusted-types');
});

test('insecure requests are upgraded if the site has https', () => {
  const isUpgraded = (siteUrl: string) =>
    contentSecurityPolicy({ ...sources, siteUrl }).includes('upgrade-insecure-requests');
  const urls = ['https://firm.com', 'HTTPS://firm.com', 'http://localhost:4321'];
  expect(urls.map(isUpgraded)).toEqual([true, true, false]);
});
