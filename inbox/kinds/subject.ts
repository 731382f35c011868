import { printableLine } from '../printable.ts';
import type { Submission } from '../stores/store.ts';
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

/** Who, which firm, what about, how urgent. */
export const subjectOf = ({ kind, fields }: Submission): string => {
  const { mailTitle, summary } = kinds[kind];
  return `${mailTitle}: ${summary(fields).map(shorten).filter(Boolean).join(', ')}`;
};
