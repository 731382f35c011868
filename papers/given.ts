import type { Values } from './values.ts';

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

/** @throws RangeError when a side is no sum of numbers and known values */
export const judge = (text: string, values: Values): Judged => {
  const [first = '', ...rest] = text.split(/ *(<=|>=|<|>|=) */);
  if (rest.length === 0) throw new RangeError('has none of < <= > >= =');
  const compute = (side: string): number => {
    let value: unknown;
    try {
      const known = { min: Math.min, max: Math.max, ...values };
      // The owner's own text, with names as JavaScript has them.
      value = new Function(...Object.keys(known), `return (${side})`)(...Object.values(known));
    } catch {}
    if (typeof value !== 'number' || Number.isNaN(value)) {
      throw new RangeError(`has “${side}”, which is no number`);
    }
    return value;
  };
  let left = compute(first);
  let holds = true;
  let shown = String(Number(left.toPrecision(6)));
  for (let index = 0; index < rest.length; index += 2) {
    const [sign = '', side = ''] = rest.slice(index);
    const right = compute(side);
    holds &&= comparisons[sign]?.(left, right) ?? false;
    shown += ` ${sign} ${Number(right.toPrecision(6))}`;
    left = right;
  }
  return { holds, shown };
};

const mark = /\{given ([^{}]+)\}/g;

/** Takes `{given a < b}` out of a line and reports what no longer holds. */
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
