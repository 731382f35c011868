/** Escapes characters that could move the cursor or change the direction of text. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]|\p{Cs}/gu, (character) => {
    if (character === '\n') return '\n';
    if (character === '\t') return ' ';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

export const printableLine = (text: string): string => printable(text.replace(/\s+/g, ' ')).trim();
