import { contact } from '#content/contact.ts';
import { fullName } from '#enquiry/characters.ts';
import { emptyEnquiry } from '#enquiry/enquiry.ts';
import { type Field, fields, valueLabelsOf } from '#enquiry/fields.ts';
import { serviceChoices } from '#enquiry/service-choices.ts';
import { recordOf } from '#model/record.ts';
import { type InputAttributes, type Kind, readable } from './kind.ts';

const { form } = contact;

const inputOf = (field: Field): InputAttributes => {
  const { control, required } = field;
  if (control === 'input') return { ...field.attributes, required };
  return control === 'textarea' ? { rows: 8, required } : { required };
};

const valueLabels = recordOf(
  fields.map((field) => [field.name, valueLabelsOf(field, form, serviceChoices)]),
);

export const enquiry: Kind = {
  failurePrefix: null,
  isKept: false,
  fields: fields.map((field) => ({
    name: field.name,
    label: form.labels[field.name],
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
