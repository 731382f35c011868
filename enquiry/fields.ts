import { validationMessages as messages } from '#content/messages.ts';
import type { Contact } from '#model/schema.ts';
import type { ServiceChoice } from './service-choices.ts';
import { hasAt, hasLength, notEmpty, type Rule } from './validation.ts';

/** The minimum length of a message in characters (behavior 3.5). */
const messageMinimum = 10;

type ControlConfig =
  | { control: 'input'; attributes: { type?: 'email'; autoComplete: string } }
  | { control: 'textarea' }
  | { control: 'select'; defaultValue: string };

/**
 * @param wireName its name in the form service's payload (behavior 3.6)
 * @param rules those of behavior 3.5
 * @param required whether visitors must fill it in; the form marks other fields as optional. By default, a field
 * with rules is required
 */
const field = <const Name extends string, const Its extends ControlConfig>(
  name: Name,
  wireName: string,
  control: Its,
  rules: readonly Rule[] = [],
  required = rules.length > 0,
) => ({ ...control, name, wireName, rules, required });

const input = (autoComplete: string) =>
  ({ control: 'input', attributes: { autoComplete } }) as const;
const email = { control: 'input', attributes: { type: 'email', autoComplete: 'email' } } as const;
const select = (defaultValue: string) => ({ control: 'select', defaultValue }) as const;

const addressRules = [notEmpty(messages.email), hasAt(messages.emailFormat)];
const messageRules = [
  notEmpty(messages.message),
  hasLength(messageMinimum, messages.messageLength),
];

/** The fields in the order in which they are shown, checked and stored (behavior 3.1). */
export const fields = [
  field('firstName', 'first_name', input('given-name'), [notEmpty(messages.firstName)]),
  field('lastName', 'last_name', input('family-name'), [notEmpty(messages.lastName)]),
  field('email', 'email', email, addressRules),
  field('company', 'company', input('organization'), [notEmpty(messages.company)]),
  field('role', 'role', input('organization-title')),
  field('interestedIn', 'interested_in', select('general'), [], true),
  field('serviceType', 'service_type', select('')),
  field('urgency', 'urgency', select('normal')),
  field('message', 'message', { control: 'textarea' }, messageRules),
];

export type Field = (typeof fields)[number];

type Select = Extract<Field, { control: 'select' }>;

/** Returns the labels of a field's values, in the order of its list; empty for a text field. */
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
