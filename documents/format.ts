/** Numbers as the papers show them. All are American English. */

const formatter = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat('en-US', options);
  // A real minus sign is as wide as the digits.
  return (value: number): string => format.format(value).replace('-', '−');
};

const decimals = (digits: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
});

/** 9,824 */
export const count = formatter({ maximumFractionDigits: 0 });

/** 23.8 */
export const tenths = formatter(decimals(1));

const hundredths = formatter(decimals(2));

/** $6,183 */
export const dollars = formatter({ style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** 76% */
export const percent = formatter({ style: 'percent', maximumFractionDigits: 0 });

/** 12.2% */
export const percentTenths = formatter({ style: 'percent', ...decimals(1) });

/** What a value in a text may name behind its colon: `{best.cost:dollars}`. */
export const formats: Readonly<Record<string, (value: number) => string>> = {
  tenths,
  hundredths,
  /** 0.00006 */
  fiveDecimals: formatter(decimals(5)),
  dollars,
  /** $0.08 */
  cents: formatter({ style: 'currency', currency: 'USD', ...decimals(2) }),
  percent,
  percentTenths,
  percentHundredths: formatter({ style: 'percent', ...decimals(2) }),
  /** 21.4 of 21,428,571 */
  millions: (value) => tenths(value / 1e6),
  millionsHundredths: (value) => hundredths(value / 1e6),
  minutes: (value) => (value < 1.5 ? 'under a minute' : `${count(value)} minutes`),
};
