import type { Contact } from '#content/schema/schema.ts';
import type { ServiceType } from '#content/schema/vocabulary.ts';
import type { Field as EnquiryFieldEntry, OptionLabels } from '#enquiry/fields.ts';
import { Field } from '#src/components/Field.tsx';

interface EnquiryFieldProps {
  field: EnquiryFieldEntry;
  content: Contact['form'];
  services: Record<ServiceType, string>;
  error: string | undefined;
}

/** One field of the contact form. */
export const EnquiryField = ({ field, content, services, error }: EnquiryFieldProps) => {
  const label = content.labels[field.name];
  const optionLabels: OptionLabels = {
    interestedIn: content.inquiryTypes,
    serviceType: { '': content.noService, ...services },
    urgency: content.urgencies,
  };
  return (
    <Field
      name={field.name}
      label={label}
      optional={field.required ? undefined : content.optional}
      error={error}
      wide={field.control === 'textarea'}
    >
      {(wiring) => {
        if (field.control === 'textarea') return <textarea rows={7} {...wiring} />;
        if (field.control === 'input') return <input {...field.attributes} {...wiring} />;
        const labels: Readonly<Record<string, string>> = optionLabels[field.name];
        return (
          <select defaultValue={field.defaultValue || undefined} {...wiring}>
            {/* HTML wants an empty option first in a required select. */}
            {field.required && (
              <option value="" disabled hidden>
                {label}
              </option>
            )}
            {field.options.map((option) => (
              <option key={option} value={option}>
                {labels[option]}
              </option>
            ))}
          </select>
        );
      }}
    </Field>
  );
};
