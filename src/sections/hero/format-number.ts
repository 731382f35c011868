/** As en-US writes numbers. The first use of `Intl.NumberFormat` would keep a slow phone busy for 50 ms. */

const significant = (value: number, digits: number): number => Number(value.toPrecision(digits));

/** A whole number with commas. */
export const formatCount = (value: number): string =>
  String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Dollars, to three significant digits. */
export const formatMoney = (value: number): string => `$${formatCount(significant(value, 3))}`;

/** A share between 0 and 1 in percent, to two significant digits. */
export const formatShare = (value: number): string =>
  value < 0.00005 ? '0%' : `${significant(value * 100, 2)}%`;
