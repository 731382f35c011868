import { widthOf, wrapWords } from '#inbox/wrap.ts';
import scripts from './help.json' with { type: 'json' };
import { parseOptions, UsageError } from './options.ts';
import type { Command, Terminal } from './terminal.ts';

/** Returns an option without a value. */
export const flag = (help: string) =>
  ({ type: 'boolean', help, value: '', oneOf: [] as readonly string[] }) as const;

/** Returns an option with a value, which `--help` calls by a word such as FILE. */
export const text = (value: string, help: string, oneOf: readonly string[] = []) =>
  ({ type: 'string', help, value, oneOf }) as const;

export type Options = Readonly<Record<string, ReturnType<typeof flag | typeof text>>>;

export type Values<Table extends Options> = {
  readonly [Name in keyof Table]?: { string: string; boolean: boolean }[Table[Name]['type']];
};

export interface Context {
  environment: Record<string, string | undefined>;
  terminal: Terminal;
  width: number;
  now: Date;
}

export interface Subcommand<Table extends Options = Options, Given = Context> {
  help: string;
  /** `ID` is a number; brackets are around what may be missing. */
  argument?: 'ID' | 'FILE' | '[ID]';
  options: Table;
  run(values: Values<Table>, argument: string | undefined, given: Given): Promise<unknown>;
}

/** Infers the types of the values from the options. */
export const subcommand = <Table extends Options>(row: Subcommand<Table>): Subcommand => row;

interface CommandTable {
  /** The name in `npm run NAME`. */
  name: keyof typeof scripts.withOptions;
  /** The subcommands by name; `''` is for words that begin with no name, and may be the only one. */
  subcommands: Readonly<Record<string, Subcommand>> & { '': Subcommand };
}

/** Formats two columns; in a narrow window, the second is below the first. */
export const formatRows = (rows: readonly (readonly string[])[], width: number): string => {
  const column = Math.max(0, ...rows.map(([name = '']) => widthOf(name))) + 2;
  const isNarrow = width - column < 30;
  const indentation = ' '.repeat(isNarrow ? 4 : column);
  const formatted = rows.map(([name = '', text = '']) => {
    const gap = isNarrow ? `\n${indentation}` : ' '.repeat(column - widthOf(name));
    const lines = wrapWords(text, width - indentation.length);
    return `${name}${gap}${lines.join(`\n${indentation}`)}\n`;
  });
  return formatted.join('').replace(/ +$/gm, '');
};

const line = (...words: (string | undefined)[]): string => words.filter(Boolean).join(' ');

const usageOf = ({ name, subcommands }: CommandTable, own: string, width: number): string => {
  const { help, argument, options } = subcommands[own] ?? subcommands[''];
  const isWhole = own === '' && Object.keys(subcommands).length > 1;
  const rows = isWhole
    ? Object.entries(subcommands).map(([each, row]) => [line(' ', each, row.argument), row.help])
    : Object.entries(options).map(([each, row]) => [line(' ', `--${each}`, row.value), row.help]);
  const about = wrapWords(own === '' ? scripts.withOptions[name] : help, width);
  const taken = isWhole ? ['COMMAND'] : [own, argument, rows[0] && 'OPTIONS'];
  const call = line('npm run', name, '--', ...taken);
  return [call, '', ...about, '', formatRows(rows, width)].join('\n');
};

/** Makes a command of its table. Options may be before a row's name, too. */
export const createCommand =
  (table: CommandTable): Command =>
  async (args, environment, terminal) => {
    const { name, subcommands } = table;
    const width = Math.max(40, terminal.columns ?? (Number(environment.COLUMNS) || 80));
    const all = Object.values(subcommands).map((row) => row.options);
    const options: Options = Object.assign({ help: flag('') }, ...all);
    const config = { args: [...args], options, allowPositionals: true };
    const parsed = parseOptions(config, environment, `npm run ${name} -- --help`);
    const { help, ...values }: Values<Options> = parsed.values;
    const [first = ''] = parsed.positionals;
    const own = Object.hasOwn(subcommands, first) ? first : '';
    if (help) return terminal.write(usageOf(table, own, width));
    const row = subcommands[own] ?? subcommands[''];
    const [argument, ...others] = parsed.positionals.slice(own ? 1 : 0);
    const refuse = (what: string) => {
      throw new UsageError(`${what}: ${line('npm run', name, '--', own, '--help')}`);
    };
    const stray = Object.keys(values).find((each) => !Object.hasOwn(row.options, each));
    if (stray) refuse(`${own || name} has no --${stray}`);
    const surplus = row.argument ? others[0] : argument;
    if (surplus) refuse(`"${surplus}" is one word too many`);
    if (!argument && /^\w/.test(row.argument ?? '')) refuse(`${row.argument} is missing`);
    if (argument && row.argument !== 'FILE' && !/^\d{1,15}$/.test(argument)) {
      refuse(`"${argument}" is ${own ? 'no ID' : 'neither a command nor an ID'}`);
    }
    for (const [each, { oneOf }] of Object.entries(row.options)) {
      const value = String(values[each] ?? oneOf[0]);
      if (oneOf[0] && !oneOf.includes(value)) {
        refuse(`--${each} must be ${oneOf.join(', ')}, but is "${value}"`);
      }
    }
    await row.run(values, argument, { environment, terminal, width, now: new Date() });
  };
