/** Computed numbers, formatted, by name; a name with dots reaches into a group. */
export interface Values {
  readonly [name: string]: string | Values;
}

/** The value of a dotted name such as `best.cost`, or undefined when there is none. */
export const lookUp = (values: Values, name: string): string | undefined => {
  let value: string | Values | undefined = values;
  for (const part of name.split('.')) {
    value = typeof value === 'object' && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return typeof value === 'string' ? value : undefined;
};

/** All dotted names in a set of values. */
export const namesOf = (values: Values, prefix = ''): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : namesOf(value, `${prefix}${name}.`),
  );
