/**
 * Words of a live region, said again although they are the same: Firefox wants another element, and
 * Chromium another text.
 */
export const SaidAgain = ({ text, count }: { text: string; count: number }) => (
  <span key={count}>
    {text}
    {count % 2 === 0 ? '' : '\u00a0'}
  </span>
);
