import { wrapWords } from '#inbox/wrap.ts';
import { findTaken, parseOptions, summaries, UsageError } from './options.ts';
import { type Command, inSentences, type Terminal, widthOf } from './terminal.ts';

export interface Option {
  type: 'string' | 'boolean';
  help: string;
  /** What `--help` calls the value of a string. */
  value?: string;
  oneOf?: readonly string[] | undefined;
}

/** An option that is given or not. */
export const flag = (help: string) => ({ type: 'boolean', help }) as const;

/** An option with a value, which `--help` calls by a word such as FILE. */
export const text = (value: string, help: string, oneOf?: readonly string[]) =>
  ({ type: 'string', value, help, oneOf }) as const;

export type Options = Readonly<Record<string, Option>>;

export type Values<Table extends Options> = {
  readonly [Name in keyof Table]?: Table[Name]['type'] extends 'string' ? string : boolean;
};

/** What each run gets beside its arguments. */
export interface Context {
  environment: Record<string, string | undefined>;
  terminal: Terminal;
  /** In columns. */
  width: number;
  now: Date;
}

/** A row of a command's table, from which come its `--help`, its parsing and its checks. */
export interface Subcommand<Table extends Options = Options> {
  help: string;
  /** `ID` is a number; brackets are around what may be missing. */
  argument?: 'ID' | 'FILE' | '[ID]';
  options: Table;
  run(values: Values<Table>, argument: string | undefined, context: Context): Promise<void>;
}

/** Infers the types of the values from the options. */
export const subcommand = <const Table extends Options>(row: Subcommand<Table>): Subcommand => row;

interface CommandTable {
  /** As in `npm run NAME`. */
  name: string;
  /** Rows by name. With `''`, there is only one, which has no name. */
  subcommands: Readonly<Record<string, Subcommand>>;
  /** For a number in place of a name, and for neither. */
  shorthands?: { number: string; nothing: string };
  /** Options of earlier versions, by what takes their place. */
  renamed?: Readonly<Record<string, string>>;
}

/** Two columns, or in a narrow window one below the other. */
const formatRows = (rows: readonly (readonly [string, string])[], width: number): string[] => {
  const column = Math.max(...rows.map(([name]) => name.length)) + 2;
  const isNarrow = width - column < 30;
  return rows.flatMap(([name, help]) =>
    isNarrow
      ? [name, ...wrapWords(help, width - 4).map((line) => `    ${line}`)]
      : wrapWords(help, width - column).map(
          (line, index) => (index === 0 ? name : '').padEnd(column) + line,
        ),
  );
};

const formatOptions = (options: Options, width: number): string[] =>
  formatRows(
    [...Object.entries(options), ['help', { help: 'this', value: undefined }] as const].map(
      ([name, { help, value }]) => [`  --${name}${value ? ` ${value}` : ''}`, help],
    ),
    width,
  );

const usageOf = (
  { name, subcommands }: CommandTable,
  named: string,
  row: Subcommand,
  width: number,
): string => {
  const isAll = named === '' && !('' in subcommands);
  const heading = isAll
    ? `npm run ${name} -- COMMAND`
    : ['npm run', name, '--', named, row.argument, 'OPTIONS'].filter(Boolean).join(' ');
  const rows = Object.entries(subcommands).map(
    ([each, { argument, help }]) =>
      [`  ${[each, argument].filter(Boolean).join(' ')}`, help] as const,
  );
  return [
    heading,
    '',
    ...wrapWords(isAll || named === '' ? (summaries()[name] ?? '') : row.help, width),
    '',
    ...(isAll
      ? [
          ...formatRows(rows, width),
          '',
          ...wrapWords(`Options of one: npm run ${name} -- ${rows[0]?.[0].trim()} --help`, width),
        ]
      : formatOptions(row.options, width)),
    '',
  ].join('\n');
};

/** @throws UsageError for an option of an earlier version */
const refuseRenamed = (
  { name, renamed = {} }: CommandTable,
  args: readonly string[],
  environment: Context['environment'],
): void => {
  const at = args.findIndex((arg) => Object.hasOwn(renamed, /^--([^=]+)/.exec(arg)?.[1] ?? ''));
  const taken = findTaken(Object.keys(renamed), args, environment);
  const [option = '', joined] = at < 0 ? [taken] : (args[at]?.slice(2).split('=') ?? []);
  if (!option) return;
  const [others, template = ''] = [at < 0 ? [...args] : args.toSpliced(at, 1), renamed[option]];
  const now = template.replace(
    /[A-Z]+/,
    (placeholder) => joined ?? others.splice(Math.max(0, at), 1)[0] ?? placeholder,
  );
  const words = others.map((word) => (/\s/.test(word) ? `"${word}"` : word));
  throw new UsageError(`--${option} is now: ${['npm run', name, '--', now, ...words].join(' ')}`);
};

const check = (table: CommandTable, named: string, row: Subcommand, typed: readonly string[]) => {
  const [argument, ...others] = typed;
  const what = ['npm run', table.name, '--', named].filter(Boolean).join(' ');
  if (others.length > 0 || (argument !== undefined && !row.argument)) {
    throw new UsageError(`"${others[0] ?? argument}" is one word too many: ${what} --help`);
  }
  if (argument === undefined && row.argument && !row.argument.startsWith('[')) {
    throw new UsageError(`${row.argument} is missing: ${what} ${row.argument}`);
  }
  if (argument !== undefined && row.argument !== 'FILE' && !/^\d{1,15}$/.test(argument)) {
    throw new UsageError(`ID must be a number from the list, but is "${argument}"`);
  }
};

const find = (table: CommandTable, args: readonly string[]): [string, readonly string[]] => {
  const { name, subcommands, shorthands } = table;
  const [first = '', ...rest] = args;
  if ('' in subcommands) return ['', args];
  if (Object.hasOwn(subcommands, first)) return [first, rest];
  if (shorthands && /^\d+$/.test(first)) return [shorthands.number, args];
  if (shorthands && (first === '' || first.startsWith('--'))) return [shorthands.nothing, args];
  const names = Object.keys(subcommands).join(', ');
  throw new UsageError(`"${first}" is no command of ${name}: ${names}`);
};

/** Makes a command of its table. */
export const createCommand = (table: CommandTable): Command =>
  inSentences(async (args, environment, terminal) => {
    const width = widthOf(terminal, environment);
    const help = { type: 'boolean' } as const;
    if (!Object.hasOwn(table.subcommands, args[0] ?? '')) refuseRenamed(table, args, environment);
    const [named, rest] = find(table, args);
    const row = table.subcommands[named];
    if (!row) throw new Error(`${table.name} has no ${named}`);
    if (rest.includes('--help')) {
      await terminal.write(usageOf(table, rest === args ? '' : named, row, width));
      return 0;
    }
    const { values, positionals } = parseOptions(
      { args: [...rest], options: { ...row.options, help }, allowPositionals: true },
      environment,
      ['npm run', table.name, '--', named, '--help names all options'].filter(Boolean).join(' '),
    );
    check(table, named, row, positionals);
    for (const [name, { oneOf }] of Object.entries(row.options)) {
      const value = (values as Values<Options>)[name];
      if (oneOf && value !== undefined && !oneOf.includes(String(value))) {
        throw new UsageError(`--${name} must be ${oneOf.join(', ')}, but is "${value}"`);
      }
    }
    await row.run(values, positionals[0], { environment, terminal, width, now: new Date() });
    return 0;
  });
