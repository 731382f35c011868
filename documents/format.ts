/** Numbers as the papers show them. All are American English. */

const formatter = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat('en-US', options);
  // A real minus sign is as wide as the digits.
  return (value: number): string => format.format(value).replace('-', '−');
};

/** 9,824 */
export const count = formatter({ maximumFractionDigits: 0 });

/** 23.8 */
export const tenths = formatter({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** $6,183 */
export const dollars = formatter({ style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** $0.08 */
export const cents = formatter({ style: 'currency', currency: 'USD', minimumFractionDigits: 2 });

/** 76% */
export const percent = formatter({ style: 'percent', maximumFractionDigits: 0 });

/** 12.2% */
export const percentTenths = formatter({
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
