/** The format of one kind of number in a language. */
interface NumberPattern {
  digits: string;
  decimal: string;
  /** The patterns of numbers with one digit, two digits and so on, with # for each digit. */
  lengths: readonly string[];
}

export type NumberFormat = Record<'count' | 'money' | 'share', NumberPattern>;

const readPattern = (
  language: string,
  most: number,
  options: Intl.NumberFormatOptions,
): NumberPattern => {
  const plain = new Intl.NumberFormat(language, { useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, digit) => plain.format(digit)).join('');
  const format = new Intl.NumberFormat(language, { ...options, maximumFractionDigits: 0 });
  const one = options.style === 'percent' ? 0.01 : 1;
  return {
    digits,
    decimal: plain.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '',
    lengths: Array.from({ length: most }, (_, zeros) =>
      format.format(one * 10 ** zeros).replace(new RegExp(`[${digits}]`, 'g'), '#'),
    ),
  };
};

/** Reads a format from `Intl` during the build, because its first use keeps a slow phone busy for 50 ms. */
export const readNumberFormat = (language: string, currency: string): NumberFormat => ({
  count: readPattern(language, 15, {}),
  money: readPattern(language, 15, { style: 'currency', currency }),
  share: readPattern(language, 3, { style: 'percent' }),
});

const significant = (value: number, digits: number): number => Number(value.toPrecision(digits));

const write = (value: number, { digits, decimal, lengths }: NumberPattern): string => {
  const [whole = '', fraction] = String(value).split('.');
  const last = whole.length - 1;
  let place = 0;
  return (lengths[last] ?? '#'.repeat(whole.length))
    .replaceAll('#', (mark) => {
      const digit = whole[place] ?? mark;
      return place++ === last && fraction ? `${digit}${decimal}${fraction}` : digit;
    })
    .replace(/[0-9]/g, (digit) => digits[Number(digit)] ?? digit);
};

export const numberWriters = ({ count, money, share }: NumberFormat) => ({
  /** Formats a whole number. */
  formatCount: (value: number): string => write(Math.round(value), count),

  /** Formats an amount to three significant digits, in whole units of the currency. */
  formatMoney: (value: number): string => write(Math.round(significant(value, 3)), money),

  /**
   * Formats a share between 0 and 1 in percent, to two significant digits. Only 0 becomes 0%, and only 1
   * becomes 100%.
   */
  formatShare: (value: number): string => {
    const percent = value * 100;
    if (percent > 0 && percent < 0.01) return `<${write(0.01, share)}`;
    if (percent > 99.9 && percent < 100) return `>${write(99.9, share)}`;
    return write(significant(percent, percent > 99 ? 3 : 2), share);
  },
});
