import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { services } from '#content/services.ts';
import { fullName } from '#enquiry/characters.ts';
import { emptyEnquiry } from '#enquiry/enquiry.ts';
import { fields as enquiryFields, type Field, valueLabelsOf } from '#enquiry/fields.ts';
import { serviceChoices } from '#enquiry/service-choices.ts';
import { hasAt, notEmpty, type Rule } from '#enquiry/validation.ts';
import { fill } from '#model/fill.ts';
import { recordOf } from '#model/record.ts';
import { generalConsultation, idPattern, type SignUp, signUps } from '#model/vocabulary.ts';

/** The typed values. */
export type Fields = Readonly<Record<string, string>>;

interface InputAttributes {
  type?: 'email';
  autoComplete?: string;
  rows?: number;
  required?: boolean;
  hint?: string;
}

interface KindField {
  name: string;
  label: string;
  rules: readonly Rule[];
  /** The labels of the values of a list. */
  valueLabels?: Readonly<Record<string, string>>;
  /** `{}` is a text input; null is not shown. */
  input: InputAttributes | null;
}

export interface Kind {
  /** The sentence before the reason for a failure (behavior 6.1); null for the enquiry, whose reasons stand alone. */
  failurePrefix: string | null;
  /** Whether submissions are kept beyond the policy's period (behavior 8.2). */
  isKept: boolean;
  /** The fields in the order of checks, mail, and inbox. */
  fields: readonly KindField[];
  /**
   * Parts of the subject: name, firm, topic, urgency; empty ones are left out. Stored fields can be older than the
   * code, so any field may be missing, here and below.
   */
  summary: (fields: Fields) => readonly string[];
  /** Submissions with equal keys are stored once; the default key consists of the fields and the form's id. */
  dedupeKey?: (fields: Fields) => string;
}

const { booking: words, mail, messages } = embedded;

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Returns the label of a list's value, words for an id that is no longer in the list, or the typed text. */
export const readable = (
  valueLabels: Readonly<Record<string, string>> = {},
  value: string,
): string => {
  if (Object.hasOwn(valueLabels, value)) return valueLabels[value] ?? value;
  const isList = Object.keys(valueLabels).length > 0;
  return isList && idPattern.test(value) ? capitalize(value.replaceAll('-', ' ')) : value;
};

const inputOf = (field: Field): InputAttributes => {
  const { control, required } = field;
  if (control === 'input') return { ...field.attributes, required };
  return control === 'textarea' ? { rows: 8, required } : { required };
};

const valueLabels = recordOf(
  enquiryFields.map((field) => [field.name, valueLabelsOf(field, contact.form, serviceChoices)]),
);

const enquiry: Kind = {
  failurePrefix: null,
  isKept: false,
  fields: enquiryFields.map((field) => ({
    name: field.name,
    label: contact.form.labels[field.name],
    rules: field.rules,
    valueLabels: valueLabels[field.name],
    input: inputOf(field),
  })),
  summary: (stored) => {
    const enquiry = { ...emptyEnquiry, ...stored };
    const { company, interestedIn, serviceType, urgency } = enquiry;
    return [
      fullName(enquiry),
      company,
      serviceType
        ? readable(valueLabels.serviceType, serviceType)
        : readable(valueLabels.interestedIn, interestedIn),
      urgency === emptyEnquiry.urgency ? '' : readable(valueLabels.urgency, urgency),
    ];
  },
};

const fieldOf = (
  name: string,
  label: string,
  input: InputAttributes | null,
  rules: readonly Rule[] = [],
): KindField => ({ name, label, rules, input });

/** Returns the required field for a visitor's email address. */
const emailField = (label: string): KindField =>
  fieldOf('email', label, { type: 'email', autoComplete: 'email', required: true }, [
    notEmpty(messages.email),
    hasAt(messages.emailFormat),
  ]);

/** The lengths of consultations, in minutes. Each has its own page. */
export const bookingLengths: ReadonlySet<number> = new Set([
  generalConsultation,
  ...services.items.map(({ consultation }) => consultation),
]);

/** Such as `30 minutes`. */
export const lengthInWords = ({ minutes = '' }: Fields): string => fill(mail.length, { minutes });

const { labels } = words;

const booking: Kind = {
  failurePrefix: words.notDone,
  isKept: false,
  fields: [
    fieldOf('name', labels.name, { autoComplete: 'name', required: true }, [
      notEmpty(messages.name),
    ]),
    emailField(labels.email),
    fieldOf('company', labels.company, { autoComplete: 'organization' }),
    fieldOf('message', labels.message, { rows: 5 }),
    fieldOf('times', labels.times, { rows: 3, hint: words.timesHint }),
    fieldOf('minutes', mail.minutes, null),
    fieldOf('zone', mail.zone, null),
  ],
  summary: (fields) => [fields.name ?? '', fields.company ?? '', lengthInWords(fields)],
};

const signUp = ({ name }: SignUp): Kind => ({
  failurePrefix: embedded[name].notDone,
  isKept: true,
  fields: [emailField(embedded[name].label)],
  summary: ({ email = '' }) => [email],
  dedupeKey: ({ email = '' }) => email.trim().toLowerCase(),
});

export type SubmissionKind = 'enquiry' | 'booking' | SignUp['kind'];

/** The kinds in the order in which the owner sees them. */
export const kinds: Readonly<Record<SubmissionKind, Kind>> = {
  enquiry,
  booking,
  ...recordOf(signUps.map((each) => [each.kind, signUp(each)])),
};

export const submissionKinds = Object.keys(kinds) as SubmissionKind[];
