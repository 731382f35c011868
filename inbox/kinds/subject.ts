import { printableLine } from '../printable.ts';
import type { Submission } from '../stores/store.ts';
import { bookedTimeIn, bookedTitle, inShort, ownerZone } from './booked-time.ts';
import { kinds } from './index.ts';

/** Characters, of a part of the subject, and of a name. */
const partLimit = 60;
/** One line that is not too long for a header. */
export const shorten = (text: string): string => {
  const characters = [...printableLine(text)];
  return characters.length > partLimit
    ? `${characters.slice(0, partLimit - 1).join('')}…`
    : characters.join('');
};

/** When, for a time that was booked; who, which firm, what about, how urgent. */
export const subjectOf = ({ kind, fields, time: booked }: Submission): string => {
  const { mailTitle, summary } = kinds[kind];
  const parts = summary(fields).map(shorten).filter(Boolean);
  if (booked === null) return `${mailTitle}: ${parts.join(', ')}`;
  const when = inShort(bookedTimeIn(booked, ownerZone));
  return `${bookedTitle(booked)}: ${[when, ...parts].join(', ')}`;
};
