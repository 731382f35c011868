import { createHash } from 'node:crypto';
import { caretScript, focusScript, zoneScript } from './inline-scripts.ts';

// All pages and files share one policy, so that a static host needs one rule.

type OpenDirective =
  | 'script-src'
  | 'style-src'
  | 'img-src'
  | 'connect-src'
  | 'frame-src'
  | 'form-action';

export interface PolicySources {
  /** The hashes of the inline scripts and styles of all pages, such as 'sha256-…'. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
  /** The sources that the configuration allows: web addresses, or paths on this site. */
  addresses: Readonly<Partial<Record<OpenDirective, readonly string[]>>>;
  siteUrl: string;
}

const source = (address: string): string =>
  address.startsWith('/') ? "'self'" : new URL(address).origin;

const directives = (entries: Record<string, readonly string[] | false>): string =>
  Object.entries(entries)
    .flatMap(([name, values]) => (values ? [[name, ...new Set(values)].join(' ')] : []))
    .join('; ');

/**
 * Returns the policy of the built site (W3C, CSP Level 3). With 'strict-dynamic' in place of 'self', browsers
 * would refuse the imports of a hashed script (decision 0005). Booking widgets do not support Trusted Types;
 * Calendly's needs no inline styles.
 */
export const contentSecurityPolicy = (sources: PolicySources): string => {
  const opened = (directive: OpenDirective): string[] =>
    (sources.addresses[directive] ?? []).map(source);
  const areScriptsOwn = opened('script-src').length === 0;
  return directives({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'script-src': ["'self'", ...sources.scriptHashes, ...opened('script-src')],
    'style-src': ["'self'", ...sources.styleHashes, ...opened('style-src')],
    'img-src': ["'self'", ...opened('img-src')],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...opened('connect-src')],
    'frame-src': opened('frame-src').length > 0 && opened('frame-src'),
    'form-action': opened('form-action'),
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': areScriptsOwn && ["'script'"],
    'trusted-types': areScriptsOwn && ["'none'"],
    'upgrade-insecure-requests': URL.parse(sources.siteUrl)?.protocol === 'https:' && [],
  });
};

/** Returns the CSP source of an inline script or style. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the policy of the form backend's pages, which have inline styles, a style sheet for fonts, and scripts. */
export const backendPolicy = (isFramed: boolean, styles: string): string =>
  directives({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'script-src': [caretScript, isFramed ? focusScript : zoneScript].map(hashSource),
    'style-src': [hashSource(styles), "'self'"],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': [isFramed ? "'self'" : "'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  });

// No Cross-Origin-Opener-Policy, which slows down the first view (docs/explanation/security.md).
export const commonHeaders = {
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  // Never the whole address: that of the booking page can contain what a visitor typed.
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Returns a policy together with the other headers. */
export const headersWith = (policy: string, isFramed: boolean): Record<string, string> => ({
  'Content-Security-Policy': policy,
  ...commonHeaders,
  // For browsers that do not know `frame-ancestors`.
  'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY',
});

export const backendHeaders = (isFramed: boolean, styles: string): Record<string, string> =>
  headersWith(backendPolicy(isFramed, styles), isFramed);
