import { embedded } from '#content/embedded.ts';
import { printableLine } from '../printable.ts';
import type { Submission } from '../stores/store.ts';
import { bookedTimeIn, bookedTitle, inShort, ownerZone } from './booked-time.ts';
import { kinds } from './index.ts';

/** The maximum characters of a part of the subject, or of a name. */
const partLimit = 60;
/** Returns one line that is short enough for a header. */
export const shorten = (text: string): string => {
  const characters = [...printableLine(text)];
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
