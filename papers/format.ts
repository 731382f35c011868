const formatter = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat('en-US', options);
  // The minus sign is as wide as the digits; the hyphen is not.
  return (value: number): string => format.format(value).replace('-', '−');
};

const decimals = (digits: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
});

export const count = formatter({ maximumFractionDigits: 0 });

export const tenths = formatter(decimals(1));

const hundredths = formatter(decimals(2));

export const dollars = formatter({ style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

export const percent = formatter({ style: 'percent', maximumFractionDigits: 0 });

export const percentTenths = formatter({ style: 'percent', ...decimals(1) });

/** The formats of `{best.cost:dollars}` in a text. */
export const formats: Readonly<Record<string, (value: number) => string>> = {
  tenths,
  hundredths,
  fiveDecimals: formatter(decimals(5)),
  dollars,
  cents: formatter({ style: 'currency', currency: 'USD', ...decimals(2) }),
  percent,
  percentTenths,
  percentHundredths: formatter({ style: 'percent', ...decimals(2) }),
  /** 21.4 for 21,428,571 */
  millions: (value) => tenths(value / 1e6),
  millionsHundredths: (value) => hundredths(value / 1e6),
  minutes: (value) => (value < 1.5 ? 'under a minute' : `${count(value)} minutes`),
};
