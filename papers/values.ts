import { count, formats } from './format.ts';

/** The values that a text may name; `best.cost` is a value in a group. */
export interface Values {
  readonly [name: string]: string | number | Values | undefined;
}

export const lookUp = (values: Values, name: string): string | number | undefined => {
  let value: Values[string] = values;
  for (const part of name.split('.')) {
    value = typeof value === 'object' && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return typeof value === 'object' ? undefined : value;
};

export const namesOf = (values: Values, prefix = ''): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' ? namesOf(value, `${prefix}${name}.`) : [prefix + name],
  );

/** The text for `name` or `name:format`; without a format, numbers are rounded to the whole. */
export const print = (
  values: Values,
  reference: string,
): { text: string; mistake?: undefined } | { text?: undefined; mistake: string } => {
  const [name = '', format] = reference.split(':');
  const value = lookUp(values, name);
  if (value === undefined) {
    const fix = 'correct the name, or remove the text that has it';
    return { mistake: `there is no value {${reference}}; ${fix}` };
  }
  if (format === undefined) {
    if (typeof value === 'string') return { text: value };
    if (value === 0 || Math.abs(value) >= 1) return { text: count(value) };
    return { mistake: `{${reference}} is a fraction; give it a format, as in {${name}:percent}` };
  }
  const apply = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!apply) {
    const known = Object.keys(formats).join(', ');
    return { mistake: `{${reference}} asks for an unknown format; known are ${known}` };
  }
  if (typeof value === 'string') {
    return { mistake: `{${reference}} is text, which takes no format; leave out “:${format}”` };
  }
  return { text: apply(value) };
};
