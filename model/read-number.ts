/** Returns the number in a text, or the text itself: `18.000` may mean 18,000, and a price of 18 would be wrong. */
export const readNumber = (text: string): number | string =>
  /^-?(?:0?\.\d+|\d+(?:\.(?!\d{3}$)\d+)?)$/.test(text) ? Number(text) : text;
