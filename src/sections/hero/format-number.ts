/** The format of one kind of number in a language. */
interface NumberPattern {
  before: string;
  after: string;
  digits: string;
  decimal: string;
  group: string;
  /** Digits of the last group, and of those before it. */
  sizes: [number, number];
  /** Digits before the decimal sign from which on they are grouped. */
  groupedFrom: number;
}

export type NumberFormat = Record<'count' | 'money' | 'share', NumberPattern>;

const readPattern = (language: string, options: Intl.NumberFormatOptions): NumberPattern => {
  const format = new Intl.NumberFormat(language, { ...options, maximumFractionDigits: 0 });
  const partsOf = (value: number, formatter = format) => formatter.formatToParts(value);
  const find = (type: string, parts: Intl.NumberFormatPart[]): string =>
    parts.find((part) => part.type === type)?.value ?? '';
  const isNumber = ({ type }: Intl.NumberFormatPart): boolean =>
    type === 'integer' || type === 'group';
  const textOf = (parts: Intl.NumberFormatPart[]): string =>
    parts.map(({ value }) => value).join('');

  const long = partsOf(1_234_567_890);
  const groups = long.filter(({ type }) => type === 'integer').map(({ value }) => value.length);
  const isGrouped = (value: number): boolean => find('group', partsOf(value)) !== '';
  const plain = new Intl.NumberFormat(language, { useGrouping: false });
  const withFraction = new Intl.NumberFormat(language, { ...options, minimumFractionDigits: 1 });
  return {
    before: textOf(long.slice(0, long.findIndex(isNumber))),
    after: textOf(long.slice(long.findLastIndex(isNumber) + 1)),
    digits: Array.from({ length: 10 }, (_, digit) => plain.format(digit)).join(''),
    decimal: find('decimal', partsOf(0.5, withFraction)),
    group: find('group', long),
    sizes: [groups.at(-1) ?? 3, groups.at(-2) ?? 3],
    groupedFrom:
      [4, 5].find((length) =>
        isGrouped(10 ** (length - 1) / (options.style === 'percent' ? 100 : 1)),
      ) ?? 6,
  };
};

/** Reads the format of `Intl` at build: its first use would keep a slow phone busy for 50 ms. */
export const readNumberFormat = (language: string, currency: string): NumberFormat => ({
  count: readPattern(language, {}),
  money: readPattern(language, { style: 'currency', currency }),
  share: readPattern(language, { style: 'percent' }),
});

const significant = (value: number, digits: number): number => Number(value.toPrecision(digits));

const write = (value: number, pattern: NumberPattern): string => {
  const [whole = '', fraction] = String(value).split('.');
  const [last, others] = pattern.sizes;
  const head = whole.slice(0, -last);
  const grouped =
    whole.length < pattern.groupedFrom
      ? whole
      : [
          head.replace(new RegExp(`\\B(?=(?:\\d{${others}})+$)`, 'g'), pattern.group),
          whole.slice(-last),
        ].join(pattern.group);
  const number = fraction === undefined ? grouped : `${grouped}${pattern.decimal}${fraction}`;
  const own = number.replace(/\d/g, (digit) => pattern.digits[Number(digit)] ?? digit);
  return `${pattern.before}${own}${pattern.after}`;
};

export const numberWriters = ({ count, money, share }: NumberFormat) => ({
  /** A whole number. */
  formatCount: (value: number): string => write(Math.round(value), count),

  /** Formats an amount to three significant digits, in whole units of the currency. */
  formatMoney: (value: number): string => write(Math.round(significant(value, 3)), money),

  /**
   * A share between 0 and 1 in percent, to two significant digits. Only nothing is 0%, and only
   * everything 100%.
   */
  formatShare: (value: number): string => {
    const percent = value * 100;
    if (percent > 0 && percent < 0.01) return `<${write(0.01, share)}`;
    if (percent > 99.9 && percent < 100) return `>${write(99.9, share)}`;
    return write(significant(percent, percent > 99 ? 3 : 2), share);
  },
});
