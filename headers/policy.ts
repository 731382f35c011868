import { createHash } from 'node:crypto';

/**
 * The headers that every answer of the site carries, in every home that the site has. One policy
 * serves all pages, files and the page for unknown addresses, so that a static host needs one rule.
 */

/** Directives that the configuration can open to addresses. */
export type OpenDirective =
  | 'script-src'
  | 'style-src'
  | 'img-src'
  | 'connect-src'
  | 'frame-src'
  | 'form-action';

export interface PolicySources {
  /** CSP hashes of the inline scripts and styles of all pages, such as 'sha256-…'. */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
  /** What the configuration lets in: addresses, or paths on this site. */
  addresses: Readonly<Partial<Record<OpenDirective, readonly string[]>>>;
  /** Where the site is published. */
  siteUrl: string;
}

/** A configured address as a CSP source: an origin, or this site. */
const source = (address: string): string =>
  address.startsWith('/') ? "'self'" : new URL(address).origin;

const directives = (entries: Record<string, readonly string[] | false>): string =>
  Object.entries(entries)
    .filter((entry): entry is [string, readonly string[]] => entry[1] !== false)
    .map(([name, values]) => [name, ...new Set(values)].join(' '))
    .join('; ');

/**
 * The content security policy of the built site (W3C, CSP Level 3): nothing but what the build made
 * and the configuration names. Inline scripts and styles are let in by hash, files from this site.
 * 'strict-dynamic' in place of 'self' would be stricter, but browsers then refuse what a hashed
 * script imports (decision 0005).
 *
 * A booking widget is a script of somebody else that puts frames and a style sheet into the page;
 * where one is configured its origin is let in, and Trusted Types, which it does not know, are not
 * enforced. Calendly's popup has neither `style` elements nor `style` attributes: it sets classes.
 */
export const contentSecurityPolicy = (sources: PolicySources): string => {
  const opened = (directive: OpenDirective): string[] =>
    (sources.addresses[directive] ?? []).map(source);
  const areScriptsOwn = opened('script-src').length === 0;
  return directives({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'script-src': ["'self'", ...sources.scriptHashes, ...opened('script-src')],
    'style-src': [...sources.styleHashes, ...opened('style-src')],
    'img-src': ["'self'", ...opened('img-src')],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...opened('connect-src')],
    'frame-src': opened('frame-src'),
    'form-action': opened('form-action'),
    'manifest-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': areScriptsOwn && ["'script'"],
    'trusted-types': areScriptsOwn && ["'none'"],
    'upgrade-insecure-requests': sources.siteUrl.startsWith('https:') && [],
  });
};

/** An inline script or style as a CSP source (W3C, CSP Level 3, `hash-source`). */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The policy of the small pages that the form backend serves: styles, fonts, a form, no script at all.
 * @param isFramed whether the home page shows it in a frame
 * @param styles the text of the one inline style sheet
 */
export const backendPolicy = (isFramed: boolean, styles: string): string =>
  directives({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'style-src': [hashSource(styles)],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': [isFramed ? "'self'" : "'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  });

/** Everything beside the policy. A browser takes the first only over an encrypted connection. */
export const commonHeaders = {
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Popups are allowed, or the booking tab could not be told from a blocked one (behavior 10.1).
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** The older form of `frame-ancestors`, for browsers that do not know it. */
export const frameOptions = (isFramed: boolean): Record<string, string> => ({
  'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY',
});

/** All headers of what the form backend answers: a page, JSON, a redirect, or a refusal. */
export const backendHeaders = (isFramed: boolean, styles: string): Record<string, string> => ({
  'Content-Security-Policy': backendPolicy(isFramed, styles),
  ...commonHeaders,
  ...frameOptions(isFramed),
});
