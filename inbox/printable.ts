/** Escapes characters that could move the cursor or change the direction of text. */
export const escapeControls = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]|\p{Cs}/gu, (character) => {
    if (character === '\n') return '\n';
    if (character === '\t') return ' ';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** Returns text for the owner. Text pasted from word processors has line breaks of other kinds, which become ours. */
export const printable = (text: string): string =>
  escapeControls(text.replace(/[\v\f\u2028\u2029]/g, '\n'));

export const printableLine = (text: string): string => printable(text.replace(/\s+/g, ' ')).trim();
