import { validationMessages as messages } from '#content/messages.ts';
import type { Contact } from '#model/schema.ts';
import type { FieldName } from '#model/vocabulary.ts';
import type { ServiceChoice } from './service-choices.ts';
import { hasAt, hasLength, notEmpty, type Rule } from './validation.ts';

/** In characters (behavior 8.1). */
const messageMinimum = 10;

interface FieldBase {
  name: FieldName;
  /** Its name in the form service's payload (behavior 3.6). */
  wireName: string;
  required: boolean;
  /** Those of behavior 3.5. */
  rules: readonly Rule[];
}

type Control =
  | { control: 'input'; attributes: { type?: 'email'; autoComplete: string } }
  | { control: 'textarea' }
  | { control: 'select'; defaultValue: string };

/** In the order in which they are shown, checked and stored (behavior 3.1). */
export const fields = [
  {
    name: 'firstName',
    wireName: 'first_name',
    required: true,
    rules: [notEmpty(messages.firstName)],
    control: 'input',
    attributes: { autoComplete: 'given-name' },
  },
  {
    name: 'lastName',
    wireName: 'last_name',
    required: true,
    rules: [notEmpty(messages.lastName)],
    control: 'input',
    attributes: { autoComplete: 'family-name' },
  },
  {
    name: 'email',
    wireName: 'email',
    required: true,
    rules: [notEmpty(messages.email), hasAt(messages.emailFormat)],
    control: 'input',
    attributes: { type: 'email', autoComplete: 'email' },
  },
  {
    name: 'company',
    wireName: 'company',
    required: true,
    rules: [notEmpty(messages.company)],
    control: 'input',
    attributes: { autoComplete: 'organization' },
  },
  {
    name: 'role',
    wireName: 'role',
    required: false,
    rules: [],
    control: 'input',
    attributes: { autoComplete: 'organization-title' },
  },
  {
    name: 'interestedIn',
    wireName: 'interested_in',
    required: true,
    rules: [],
    control: 'select',
    defaultValue: 'general',
  },
  {
    name: 'serviceType',
    wireName: 'service_type',
    required: false,
    rules: [],
    control: 'select',
    defaultValue: '',
  },
  {
    name: 'urgency',
    wireName: 'urgency',
    required: false,
    rules: [],
    control: 'select',
    defaultValue: 'normal',
  },
  {
    name: 'message',
    wireName: 'message',
    required: true,
    rules: [notEmpty(messages.message), hasLength(messageMinimum, messages.messageLength)],
    control: 'textarea',
  },
] as const satisfies readonly (FieldBase & Control)[];

export type Field = (typeof fields)[number];

type Select = Extract<Field, { control: 'select' }>;

/** What a field's values are called; empty for what is typed. A list shows them in this order. */
export const valueLabelsOf = (
  { name }: Field,
  form: Contact['form'],
  services: readonly ServiceChoice[],
): Readonly<Record<string, string>> => {
  const labels: Readonly<Record<Select['name'], Readonly<Record<string, string>>>> = {
    interestedIn: form.inquiryTypes,
    serviceType: Object.fromEntries([
      ['', form.noService],
      ...services.map(({ id, title }) => [id, title]),
    ]),
    urgency: form.urgencies,
  };
  return name in labels ? labels[name as Select['name']] : {};
};
