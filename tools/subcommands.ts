import { widthOf, wrapWords } from '#inbox/wrap.ts';
import scripts from './help.json' with { type: 'json' };
import { parseOptions, UsageError } from './options.ts';
import type { Command, Terminal } from './terminal.ts';

/** Returns an option without a value. `--help` leaves out options without a help text. */
export const flag = (help: string) => ({ type: 'boolean', help, value: '', oneOf: null }) as const;

/** Returns an option with a value, for which `--help` shows a word such as FILE. */
export const text = (value: string, help: string, oneOf: readonly string[] | null = null) =>
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
  /** Left out if this is the only subcommand: help.json has the command's help. */
  help?: string;
  /** `ID` is a number; optional arguments are in brackets. */
  argument?: 'ID' | 'FILE' | '[ID]';
  options?: Table;
  /** Runs the subcommand, and returns a text to write, if any. */
  run(values: Values<Table>, argument: string | undefined, given: Given): Promise<unknown>;
}

/** Infers the types of the values from the options. */
export const subcommand = <Table extends Options>(row: Subcommand<Table>): Subcommand => row;

interface CommandTable {
  /** The name in `npm run NAME`. */
  name: keyof typeof scripts.withOptions;
  /** The subcommands by name; `''` runs if the first word names none, and may be the only one. */
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
  const { help = '', argument, options = {} } = subcommands[own] ?? subcommands[''];
  const isWhole = own === '' && Object.keys(subcommands).length > 1;
  const all = isWhole
    ? Object.entries(subcommands).map(([each, row]) => [each, row.argument, row.help])
    : Object.entries(options).map(([each, row]) => [`--${each}`, row.value, row.help]);
  const rows = all.flatMap(([each, value, text]) => (text ? [[line(' ', each, value), text]] : []));
  const about = wrapWords(own === '' ? scripts.withOptions[name] : help, width);
  const taken = isWhole ? ['COMMAND'] : [own, argument, rows[0] && 'OPTIONS'].filter(Boolean);
  return [
    line('npm run', name, taken[0] && '--', ...taken),
    '',
    ...about,
    '',
    formatRows(rows, width),
  ].join('\n');
};

/** Returns the current form of a call: earlier versions had options instead of subcommands. */
const presentCall = (names: readonly string[], args: readonly string[]): string | null => {
  const typed = args.join(' ');
  const [option = '', own] = RegExp(`--(${names.join('|')})(?:[ =]|$)`).exec(typed) ?? [];
  return own ? line(own, typed.replace(option, '')) : null;
};

/** Makes a command from its table of subcommands. */
export const createCommand =
  (table: CommandTable): Command =>
  async (args, environment, terminal) => {
    const { name, subcommands } = table;
    const width = Math.max(40, terminal.columns ?? (Number(environment.COLUMNS) || 80));
    const own = args[0] && Object.hasOwn(subcommands, args[0]) ? args[0] : '';
    const row = subcommands[own] ?? subcommands[''];
    const old = own ? [] : Object.keys(subcommands).filter(Boolean);
    const now = presentCall(old, args);
    if (now) throw new UsageError(`This command is now: npm run ${name} -- ${now}`);
    const howTo = line('npm run', name, '--', own, '--help');
    const refuse = (what: string) => {
      throw new UsageError(`${what}: ${howTo}`);
    };
    const options: Options = {
      ...Object.fromEntries(['help', ...old].map((each) => [each, flag('')])),
      ...row.options,
    };
    const config = { args: args.slice(own ? 1 : 0), options, allowPositionals: true };
    const { values, positionals } = parseOptions(config, environment, howTo);
    const { help, ...given }: Values<Options> = values;
    if (help) return terminal.write(usageOf(table, own, width));
    const [argument, surplus] = row.argument ? positionals : [undefined, ...positionals];
    if (!argument && row.argument && row.argument !== '[ID]') refuse(`${row.argument} is missing`);
    if (argument && row.argument !== 'FILE' && !/^\d{1,15}$/.test(argument)) {
      refuse(`"${argument}" is ${own ? 'not an ID' : 'neither a command nor an ID'}`);
    }
    if (surplus) refuse(`"${surplus}" is an unexpected argument`);
    for (const [each, value] of Object.entries(given)) {
      const { oneOf } = options[each] ?? {};
      if (oneOf && !oneOf.includes(String(value))) {
        refuse(`--${each} must be ${oneOf.join(', ')}, but is "${value}"`);
      }
    }
    const context = { environment, terminal, width, now: new Date() };
    const answer = await row.run(given, argument, context);
    const room = terminal.columns ?? Number.POSITIVE_INFINITY;
    if (typeof answer === 'string') await terminal.write(`${wrapWords(answer, room).join('\n')}\n`);
  };
