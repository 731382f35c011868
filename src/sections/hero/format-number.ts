/** As en-US writes numbers. The first use of `Intl.NumberFormat` would keep a slow phone busy for 50 ms. */

const significant = (value: number, digits: number): number => Number(value.toPrecision(digits));

/** A whole number with commas. */
export const formatCount = (value: number): string =>
  String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Dollars, to three significant digits. */
export const formatMoney = (value: number): string => `$${formatCount(significant(value, 3))}`;

/**
 * A share between 0 and 1 in percent, to two significant digits. Only nothing is 0%, and only
 * everything 100%.
 */
export const formatShare = (value: number): string => {
  const percent = value * 100;
  if (percent > 0 && percent < 0.01) return '<0.01%';
  if (percent > 99.9 && percent < 100) return '>99.9%';
  return `${significant(percent, percent > 99 ? 3 : 2)}%`;
};
