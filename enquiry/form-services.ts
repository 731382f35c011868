import { isRecord } from '#model/record.ts';
import { isBlank } from './characters.ts';
import { type Enquiry, enquiryValues, readEnquiry } from './enquiry.ts';
import type { Field } from './fields.ts';

/** The data for the form service (behavior 3.6). */
export type EnquiryPayload = Readonly<Record<string, string>>;

/** The subject of a form that is sent without scripts. */
const plainSubject = 'New Contact Request';

const subjectOf = ({ serviceType, interestedIn }: Enquiry): string =>
  `${plainSubject} - ${serviceType || interestedIn}`;

/** Returns the payload of Web3Forms. @param botcheck the value of a ticked honeypot */
export const enquiryPayload = (
  enquiry: Enquiry,
  accessKey: string,
  botcheck: string | null = null,
): EnquiryPayload => ({
  access_key: accessKey,
  subject: subjectOf(enquiry),
  ...enquiryValues(enquiry),
  ...(botcheck === null ? {} : { botcheck }),
});

/** Reads values under their wire names, or under the form's names, which a browser without scripts sends. */
export const enquiryFromPayload = (payload: EnquiryPayload): Enquiry =>
  readEnquiry(({ name, wireName }) => payload[wireName] ?? payload[name]);

/** A service that takes the contact form. */
export interface FormService {
  /** Matches the host names of its endpoints; null for services that are not selected by host. */
  hosts: RegExp | null;
  needsAccessKey: boolean;
  /** Whether its CORS rules allow the header `Idempotency-Key`. */
  takesIdempotencyKey: boolean;
  /** The name of the honeypot, which is sent only if it is ticked. */
  honeypot: string;
  /** The origins of pages that it may show after a post without scripts, for `form-action`. */
  redirectsTo: readonly string[];
  /** Returns the name of a control, for browsers without scripts. */
  controlName: (field: Field) => string;
  /** Returns hidden controls, for browsers without scripts; `receivedUrl` is the absolute address of the receipt. */
  hiddenFields: (options: {
    accessKey: string;
    receivedUrl: string;
  }) => Readonly<Record<string, string>>;
  /** Returns the JSON that the scripts send; `honeypot` is the value of a ticked honeypot. */
  payload: (enquiry: Enquiry, accessKey: string, honeypot: string | null) => EnquiryPayload;
  /** Reads the parsed JSON of an answer with status 200, which can still be a refusal. */
  readAnswer: (body: unknown) => { isRefusal: boolean; message: string | null };
}

/** The hash of the receipt's address after a message was sent: only then does the page thank the visitor. */
export const receipt = { id: 'sent', path: '/received#sent' } as const;

/** Returns a trimmed text, or null for blank texts and other values. */
const wordsIn = (value: unknown): string | null =>
  typeof value === 'string' && !isBlank(value) ? value.trim() : null;

/**
 * Web3Forms, and services with its contract: docs.web3forms.com, "API Reference" (names, answers) and
 * "Custom Redirection". The scripts never send `redirect`: behavior 9.1.
 */
const web3forms: FormService = {
  hosts: /^api\.web3forms\.com$/,
  needsAccessKey: true,
  takesIdempotencyKey: false,
  honeypot: 'botcheck',
  redirectsTo: ['https://web3forms.com'],
  controlName: ({ wireName }) => wireName,
  hiddenFields: ({ accessKey, receivedUrl }) => ({
    access_key: accessKey,
    subject: plainSubject,
    redirect: receivedUrl,
  }),
  payload: enquiryPayload,
  readAnswer: (body) => {
    if (!isRecord(body)) return { isRefusal: false, message: null };
    const message = body.message ?? (isRecord(body.body) ? body.body.message : undefined);
    return { isRefusal: /^false$/i.test(String(body.success)), message: wordsIn(message) };
  },
};

const messagesIn = (errors: unknown): string | null =>
  Array.isArray(errors)
    ? wordsIn(errors.map((error) => wordsIn(isRecord(error) && error.message) ?? '').join(' '))
    : null;

/**
 * Formspree: its README (`_next`, `_subject`, reply to `email`, JSON for `Accept: application/json`),
 * help.formspree.io "Honeypot spam filtering", and for answers formspree-js, core/src/submission.ts.
 */
const formspree: FormService = {
  hosts: /^(?:www\.)?formspree\.io$/,
  needsAccessKey: false,
  takesIdempotencyKey: false,
  honeypot: '_gotcha',
  redirectsTo: [],
  controlName: ({ wireName }) => wireName,
  hiddenFields: ({ receivedUrl }) => ({ _subject: plainSubject, _next: receivedUrl }),
  payload: (enquiry, _accessKey, honeypot) => ({
    ...enquiryValues(enquiry),
    _subject: subjectOf(enquiry),
    ...(honeypot === null ? {} : { _gotcha: honeypot }),
  }),
  readAnswer: (body) => {
    if (!isRecord(body)) return { isRefusal: false, message: null };
    const message = messagesIn(body.errors) ?? wordsIn(body.error);
    return { isRefusal: body.ok === false || message !== null, message };
  },
};

export const formServices = {
  /** The site's own form backend (`inbox/`), which knows the address of the receipt. */
  embedded: {
    ...web3forms,
    hosts: null,
    needsAccessKey: false,
    takesIdempotencyKey: true,
    redirectsTo: [],
    controlName: ({ name }: Field) => name,
    hiddenFields: ({ accessKey }: { accessKey: string }) => ({ access_key: accessKey }),
  },
  web3forms,
  formspree,
  /** Any other service. It is assumed to have the contract of Web3Forms. */
  other: { ...web3forms, hosts: null, redirectsTo: [] },
} as const satisfies Record<string, FormService>;

export type FormServiceName = keyof typeof formServices;

/**
 * Returns the service of an endpoint.
 * @param endpoint a web address, or a path on the site
 * @throws TypeError if the address cannot be read
 */
export const formServiceAt = (endpoint: string, siteUrl: string): FormServiceName => {
  const { origin, hostname } = new URL(endpoint, siteUrl);
  if (origin === new URL(siteUrl).origin) return 'embedded';
  const names = Object.keys(formServices) as FormServiceName[];
  return names.find((name) => formServices[name].hosts?.test(hostname)) ?? 'other';
};
