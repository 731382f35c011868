import { lookUp, type Values } from './values.ts';

/**
 * An inequality that a sentence leans on: `0.6 < 1 - drift.after.caught < 0.67`. Sides are sums of
 * numbers and values, without formats; `min` and `max` take a list.
 */
export interface Judged {
  holds: boolean;
  /** The inequality with numbers in place of the names. */
  shown: string;
}

const comparisons: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  // Sums of fractions end in different last digits.
  '=': (left, right) => Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(left)),
};

const token = /\s*(\d+(?:\.\d+)?|[a-zA-Z]\w*(?:\.\w+)*|<=|>=|[-+*/<>=(),])/y;

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const at = token.lastIndex;
    const found = token.exec(text)?.[1];
    if (found === undefined) throw new RangeError(`cannot be read from “${text.slice(at)}” on`);
    tokens.push(found);
  }
  return tokens;
};

const quoted = (token: string): string => (token === '' ? 'its end' : `“${token}”`);

/** @throws RangeError when it cannot be read, or names an unknown value */
export const judge = (text: string, values: Values): Judged => {
  const tokens = tokensOf(text);
  const isNext = (...wanted: string[]): boolean => wanted.includes(tokens[0] ?? '');
  const take = (wanted?: string): string => {
    const next = tokens.shift() ?? '';
    if (wanted !== undefined && next !== wanted) {
      throw new RangeError(`has ${quoted(next)} where “${wanted}” is due`);
    }
    return next;
  };

  const listOf = (): number[] => {
    take('(');
    const list = [sum()];
    while (isNext(',')) {
      take(',');
      list.push(sum());
    }
    take(')');
    return list;
  };
  const atom = (): number => {
    if (isNext('(')) return listOf()[0] ?? Number.NaN;
    const next = take();
    if (next === 'min') return Math.min(...listOf());
    if (next === 'max') return Math.max(...listOf());
    const value = /^\d/.test(next) ? Number(next) : lookUp(values, next);
    if (typeof value !== 'number')
      throw new RangeError(`names ${quoted(next)}, which is no number`);
    return value;
  };
  const product = (): number => {
    let result = atom();
    while (isNext('*', '/')) result = take() === '*' ? result * atom() : result / atom();
    return result;
  };
  const sum = (): number => {
    let result = product();
    while (isNext('+', '-')) result += take() === '+' ? product() : -product();
    return result;
  };

  let left = sum();
  let holds = true;
  let shown = String(Number(left.toPrecision(6)));
  do {
    const sign = take();
    const compare = Object.hasOwn(comparisons, sign) ? comparisons[sign] : undefined;
    if (!compare) throw new RangeError(`has ${quoted(sign)} where one of < <= > >= = is due`);
    const right = sum();
    holds &&= compare(left, right);
    shown += ` ${sign} ${Number(right.toPrecision(6))}`;
    left = right;
  } while (tokens.length > 0);
  return { holds, shown };
};

const mark = /\{given ([^{}]+)\}/g;

/** Takes `{given a < b}` out of a line and says what no longer holds. */
export const checkGivens = (
  line: string,
  values: Values,
): { line: string; broken: { sentence: string; text: string }[] } => {
  const broken = [...line.matchAll(mark)].flatMap(({ 0: all, 1: inequality = '', index }) => {
    const here = '\u0000';
    const marked = line.slice(0, index) + here + line.slice(index + all.length);
    const sentence = marked
      .replace(mark, '')
      .split(/(?<=[.?!])\s+|\s*\|\s*|\]\(figure:[\w-]+ "|^:::\w+\[/)
      .find((part) => part.includes(here))
      ?.replace(here, '')
      .trim();
    const report = (text: string) => [{ sentence: sentence ?? '', text }];
    try {
      const { holds, shown } = judge(inequality, values);
      return holds
        ? []
        : report(`no longer holds: it is given ${inequality}, but ${shown} is false`);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return report(`is given ${inequality}, which ${error.message}`);
    }
  });
  return { line: line.replace(mark, ''), broken };
};
