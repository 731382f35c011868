/**
 * Text that a terminal or a mail program shows and does not obey: what visitors type can contain
 * control characters, which would otherwise move the cursor, recolour the screen, or turn the
 * direction of what follows.
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]|\p{Cs}/gu, (character) => {
    if (character === '\n') return '\n';
    if (character === '\t') return ' ';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** The same on one line, for subjects, headers and table cells. */
export const printableLine = (text: string): string => printable(text.replace(/\s+/g, ' ')).trim();
