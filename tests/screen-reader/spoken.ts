/** `22:58:40.123456 - SPEECH OUTPUT: 'Menu button.' {…}`: a spoken sentence in Orca's debug file. */
const spokenLine = /^\d\d:\d\d:\d\d\.\d+ - SPEECH OUTPUT: '(.*)'\s*(?:\{.*\}|None)?\s*$/;

/** Matches Orca's words for a pressed key or a typed character. */
const keyEcho =
  /^(?:tab|left tab|space|return|escape|up|down|left|right|home|end|backspace|delete|page (?:up|down)|(?:left|right) (?:control|shift|alt)|insert|f\d+|colon|slash|period|dot|at|comma|\S)$/i;

/** Returns the spoken sentences, in order, without the names of keys. @param log of Orca's debug file */
export const spokenIn = (log: string): string[] =>
  log.split('\n').flatMap((line) => {
    const text = spokenLine.exec(line)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
    return text === '' || keyEcho.test(text) ? [] : [text];
  });

/** Removes the punctuation between words, which Orca may read out or leave out. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%$€£]+/gu, ' ')
    .trim();

/** Returns the expected sentences that were not spoken in this order. */
export const notHeard = (expected: readonly string[], spoken: readonly string[]): string[] => {
  const missing: string[] = [];
  let rest = plain(spoken.join(' '));
  for (const sentence of expected) {
    const at = ` ${rest} `.indexOf(` ${plain(sentence)} `);
    if (at < 0) missing.push(sentence);
    else rest = rest.slice(at + plain(sentence).length);
  }
  return missing;
};

/** Returns the sentences that were spoken more than twice in a row. */
export const stuttered = (spoken: readonly string[]): string[] => {
  const repeated = spoken.filter((text, at) => text === spoken[at - 1] && text === spoken[at - 2]);
  return [...new Set(repeated)].map((text) => `${text} (less often)`);
};
