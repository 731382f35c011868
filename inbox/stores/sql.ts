export type SqlValue = string | number | null;

/** A statement or a part of one, with the values of its parameters. */
export interface Sql {
  text: string;
  values: readonly SqlValue[];
}

export interface SqlDriver {
  /**
   * Runs a statement. Its effect is on disk when this resolves.
   * @param isRepeatable false if a retry, after an answer that was lost, would change more or return other rows
   * @returns the rows of its RETURNING clause
   */
  write<Row>(statement: Sql, isRepeatable?: boolean): Promise<Row[]>;
  read<Row>(statement: Sql): Promise<Row[]>;
  /** The number of rows that are read, and in memory, at once. */
  pageSize: number;
}

/** Makes a statement with a parameter for each value. Parts of SQL are inserted unchanged. */
export const sql = (strings: TemplateStringsArray, ...parts: readonly (SqlValue | Sql)[]): Sql => {
  const all = parts.map((part) =>
    typeof part === 'object' && part !== null ? part : { text: '?', values: [part] },
  );
  return {
    text: String.raw({ raw: strings }, ...all.map(({ text }) => text)),
    values: all.flatMap(({ values }) => values),
  };
};

export const joinSql = (parts: readonly Sql[], separator: string): Sql => ({
  text: parts.map(({ text }) => text).join(separator),
  values: parts.flatMap(({ values }) => values),
});

/** Combines conditions, all of which must hold. */
export const all = (conditions: Readonly<Record<string, Sql>>): Sql =>
  joinSql(Object.values(conditions), ' AND ');

/** Finds the reason why a statement wrote nothing. @returns the first condition that fails; null if all hold now */
export const firstRefusal = async <Name extends string>(
  { read }: SqlDriver,
  conditions: Readonly<Record<Name, Sql>>,
): Promise<Name | null> => {
  const names = Object.keys(conditions) as Name[];
  const [row] = await read<Record<Name, number>>(
    sql`SELECT ${joinSql(
      names.map((name) => sql`${conditions[name]} AS ${{ text: name, values: [] }}`),
      ', ',
    )}`,
  );
  return names.find((name) => row?.[name] === 0) ?? null;
};
