import { digestOf } from '../record.ts';
import type { Text } from './texts.ts';

/** Digests of sentences with blanks between, by file and field. */
export type Marks = Readonly<Record<string, Readonly<Record<string, string>>>>;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** So that neither punctuation nor a line break makes another text of it. */
const shortDigest = (sentence: string): string => digestOf(wordsOf(sentence).join(' ')).slice(0, 8);

export const sentencesOf = ({ text }: Text): string[] =>
  text
    .split(/(?<=[.!?]["”’)*]*)\s+(?=[^\p{Ll}\s])/u)
    .filter((sentence) => wordsOf(sentence).length > 0);

/** A PDF is known under any name. */
const fileOf = ({ file }: Text): string => (file.startsWith('public/') ? 'public/' : file);

/** Whether it is the same wherever it is in its list or its page, since owners reorder. */
export const isIn = (marks: Marks, text: Text, sentence: string): boolean =>
  (marks[fileOf(text)]?.[text.field] ?? '').split(' ').includes(shortDigest(sentence));

export const marksOf = (
  texts: readonly Text[],
  isWanted: (text: Text, sentence: string) => boolean,
): Marks => {
  const marks: Record<string, Record<string, string>> = {};
  for (const text of texts) {
    for (const sentence of sentencesOf(text)) {
      if (!isWanted(text, sentence) || isIn(marks, text, sentence)) continue;
      const fields = marks[fileOf(text)] ?? {};
      const digests = [fields[text.field], shortDigest(sentence)].filter(Boolean);
      marks[fileOf(text)] = { ...fields, [text.field]: digests.join(' ') };
    }
  }
  return marks;
};

/** What is the sample's however short it is. */
const own =
  /(?:^|[.\]])(?:firm|person|email|phone|office|url|company|amount|figure|updated|weeklyHours|daysOff|assumptions)$|^heading$|^actions\.\w+\.text$/;

/** What an owner may keep: names of what is there, and what is true of the software. */
const kept =
  /(?:Heading|Resource|\.heading|\[\]\.(?:id|title|path|filename))$|^footer\.facts$|^services\.\w+\./;
/** They show nothing before the owner has written an entry. */
const empty = ['content/case-studies.yaml', 'content/clients.yaml'];

const isMark = ({ file, field }: Text, sentence: string): boolean =>
  !empty.includes(file) &&
  !sentence.startsWith('#') &&
  (own.test(field) ||
    file.startsWith('public/') ||
    sentence.startsWith(':::role[') ||
    // Shorter ones could be anybody's.
    (wordsOf(sentence).length > 3 && !kept.test(field)));

/** The marks of the sample, from its texts. */
export const freeze = (texts: readonly Text[]): Marks => marksOf(texts, isMark);
