const significant = (value: number, digits: number): number => Number(value.toPrecision(digits));

/** Writes the figure's numbers as a language does. */
export const numberWriters = (language: string, currency: string) => {
  const whole = { maximumFractionDigits: 0 };
  const count = new Intl.NumberFormat(language, whole);
  const money = new Intl.NumberFormat(language, { ...whole, style: 'currency', currency });
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 9 });
  return {
    /** A whole number. */
    formatCount: (value: number): string => count.format(value),

    /** To three significant digits, in whole units of the currency. */
    formatMoney: (value: number): string => money.format(significant(value, 3)),

    /**
     * A share between 0 and 1 in percent, to two significant digits. Only nothing is 0%, and only
     * everything 100%.
     */
    formatShare: (value: number): string => {
      if (value > 0 && value < 0.0001) return `<${share.format(0.0001)}`;
      if (value > 0.999 && value < 1) return `>${share.format(0.999)}`;
      return share.format(significant(value, value > 0.99 ? 3 : 2));
    },
  };
};
