import { embedded } from '#content/embedded.ts';
import { fullName, isBlank } from '#enquiry/characters.ts';
import { emptyEnquiry } from '#enquiry/enquiry.ts';
import { printable, printableLine } from '../printable.ts';
import type { Submission } from '../stores/store.ts';
import { bookedTimeIn, bookedTitle, inShort, inWords, ownerZone, stateOf } from './booked-time.ts';
import { kinds, readable } from './index.ts';

interface Fact {
  field: string;
  label: string;
  value: string;
}

/** Returns the visitor's name, empty for a sign-up, and email address. */
export const senderOf = ({ fields }: Submission) => ({
  name: fields.name ?? fullName({ ...emptyEnquiry, ...fields }),
  email: fields.email ?? '',
});

/**
 * Returns the typed values for the owner: with labels instead of names and codes, and named control characters.
 * Blank values are left out; fields that this version does not know keep their names.
 */
export const factsOf = ({ kind, fields, time }: Submission): Fact[] => {
  const known = kinds[kind].fields;
  const booked = time && {
    field: 'time',
    label: stateOf(time) === 'booked' ? embedded.mail.time : bookedTitle(time),
    value: inWords(bookedTimeIn(time, ownerZone)),
  };
  const typed = Object.entries(fields)
    .filter(([, value]) => !isBlank(value))
    .map(([field, value]) => {
      const { label = field, valueLabels } = known.find(({ name }) => name === field) ?? {};
      return { field, label, value: printable(readable(valueLabels, value)) };
    });
  return booked ? [booked, ...typed] : typed;
};

/** Returns a line for a fact, or several if its value has them. A question has no colon. */
export const factInText = ({ label, value }: Omit<Fact, 'field'>): string =>
  `${label}${label.endsWith('?') ? '' : ':'}${value.includes('\n') ? '\n' : ' '}${value}`;

/** The maximum characters of a part of the subject, or of a name. */
const partLimit = 60;

/** Returns one line that is short enough for a header, and that mail programs do not decode (RFC 2047). */
export const shorten = (text: string): string => {
  const characters = [...printableLine(text).replaceAll('=?', '= ?')];
  return characters.length > partLimit
    ? `${characters.slice(0, partLimit - 1).join('')}…`
    : characters.join('');
};

/** Returns the time, if one was booked, then the sender, the firm, the topic and the urgency. */
export const subjectOf = ({ kind, fields, time: booked }: Submission): string => {
  const parts = kinds[kind].summary(fields).map(shorten).filter(Boolean);
  if (booked === null) return `${embedded.mail.titles[kind]}: ${parts.join(', ')}`;
  const when = inShort(bookedTimeIn(booked, ownerZone));
  return `${bookedTitle(booked)}: ${[when, ...parts].join(', ')}`;
};
