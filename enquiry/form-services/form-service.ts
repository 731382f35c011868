import type { Enquiry } from '../enquiry.ts';
import type { Field } from '../fields.ts';
import type { EnquiryPayload } from '../payload.ts';

/** A service's answer to a message that was sent as JSON. */
interface Answer {
  /** Whether it refuses the message although the status is 200. */
  isRefusal: boolean;
  message: string | null;
}

/** A service that takes the contact form. Another one is another file beside this. */
export interface FormService {
  /** Host names of its endpoints; null for a service that is chosen otherwise. */
  hosts: RegExp | null;
  needsAccessKey: boolean;
  /** Whether its CORS rules let in the header `Idempotency-Key`. */
  takesIdempotencyKey: boolean;
  /** Name of the honeypot, which is sent only when it was ticked. */
  honeypot: string;
  /** Origins of its own pages that it may show after a post without scripts; for `form-action`. */
  redirectsTo: readonly string[];
  /** Name of a control in the form, for a browser without scripts. */
  controlName: (field: Field) => string;
  /** Hidden controls of the form, for a browser without scripts. */
  hiddenFields: (options: HiddenFieldOptions) => Readonly<Record<string, string>>;
  /** Returns the JSON that the scripts send; `honeypot` is the value of a ticked one. */
  payload: (enquiry: Enquiry, accessKey: string, honeypot: string | null) => EnquiryPayload;
  /** Reads a parsed JSON answer; anything else is null. */
  readAnswer: (body: unknown) => Answer;
}

/** The receipt thanks only visitors whose message led there: their address has this hash. */
export const receipt = { id: 'sent', path: '/received#sent' } as const;

interface HiddenFieldOptions {
  accessKey: string;
  /** Absolute address of the receipt. */
  receivedUrl: string;
}

/** A text that is not blank, trimmed, or null. */
export const wordsIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
