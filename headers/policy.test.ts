import { expect, test } from 'vitest';
import { backendPolicy, contentSecurityPolicy, type PolicySources } from './policy.ts';

const form = ['/api/submit'];
const sources: PolicySources = {
  scriptHashes: ["'sha256-script='"],
  styleHashes: ["'sha256-style='"],
  addresses: { 'connect-src': form, 'form-action': form, 'frame-src': ['/newsletter'] },
  siteUrl: 'HTTPS://firm.com',
};

test('sources are refused by default, inline code needs a hash, and Trusted Types are required (behavior 10.4, 10.5)', () => {
  expect(contentSecurityPolicy(sources).split('; ')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "script-src 'self' 'sha256-script='",
    "style-src 'self' 'sha256-style='",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'upgrade-insecure-requests',
  ]);
});

test('the policy allows only the hosts in the configuration; with a booking widget, Trusted Types are not required, and without https, requests are not upgraded', () => {
  const form = ['https://api.web3forms.com/submit'];
  const widget = ['https://assets.calendly.com/assets/external/widget.js'];
  const bookings = ['https://calendly.com/robin/30min', 'https://team.calendly.com/robin/60min'];
  const addresses = {
    ...{ 'connect-src': form, 'form-action': form },
    ...{ 'script-src': widget, 'style-src': widget, 'img-src': widget },
    'frame-src': ['https://robin.substack.com/embed', ...bookings],
  };
  const siteUrl = 'http://localhost:4321';
  expect(contentSecurityPolicy({ ...sources, addresses, siteUrl }).split('; ')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "script-src 'self' 'sha256-script=' https://assets.calendly.com",
    "style-src 'self' 'sha256-style=' https://assets.calendly.com",
    "img-src 'self' https://assets.calendly.com",
    "font-src 'self'",
    "connect-src 'self' https://api.web3forms.com",
    'frame-src https://robin.substack.com https://calendly.com https://team.calendly.com',
    'form-action https://api.web3forms.com',
    "frame-ancestors 'none'",
  ]);
});

test.each([
  ['a page', false, "'none'"],
  ['a frame', true, "'self'"],
])('%s of the form backend has its own styles and scripts alone', (_, isFramed, ancestors) => {
  expect(backendPolicy(isFramed, 'p{margin:0}').split('; ')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    expect.stringMatching(/^script-src(?: 'sha256-[\w+/]{43}='){2}$/),
    expect.stringMatching(/^style-src 'sha256-[\w+/]{43}=' 'self'$/),
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
});
