import leven from 'leven';

// iCalendar (RFC 5545 3.1) as components of content lines, forgiving what programs get wrong. Lines that say
// nothing of when somebody has time are dropped. The others are taken apart when they are wanted: one that is
// broken spoils nothing else.

/** Something in a calendar that cannot be read; repeats no words of an event. */
export interface Remark {
  /** Line of the text, from 1. */
  line: number;
  /** A sentence in English, for the owner. */
  message: string;
}

export type Report = (line: number, message: string) => void;

export interface ContentLine {
  /** In upper case. */
  name: string;
  /** Without folds. */
  text: string;
  line: number;
}

export interface Component {
  /** In upper case, such as `VEVENT`. */
  name: string;
  /** Where it begins. */
  line: number;
  lines: ContentLine[];
  parts: Component[];
  /** A line of it may be missing. */
  isDamaged: boolean;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const kept = new Set(
  words(`BEGIN END METHOD X-WR-TIMEZONE UID SEQUENCE DTSTAMP LAST-MODIFIED DTSTART DTEND DURATION RRULE EXRULE
    RDATE EXDATE RECURRENCE-ID STATUS TRANSP X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-INTENDEDSTATUS ATTENDEE
    X-APPLE-TRAVEL-DURATION FREEBUSY TZID X-LIC-LOCATION TZOFFSETFROM TZOFFSETTO`),
);
/** Without these time would seem free, or another: a misspelt one must not be passed over. */
const needed = words(
  'BEGIN END UID DTSTART DTEND DURATION RRULE RDATE RECURRENCE-ID FREEBUSY X-WR-TIMEZONE',
);
/** Alike, and right. */
const alike = new Set(words('DUE URL CREATED GEO NAME IMAGE COLOR CLASS TZURL LINK'));

/** Those of a calendar do not contain each other: where one begins, the one before has ended. */
const ofCalendar = new Set(words('VEVENT VTODO VJOURNAL VFREEBUSY VTIMEZONE'));
/** An alarm is within an event, and nothing within it; there is some room for what is unknown. */
const deepest = 9;

const isClose = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) < 3 && leven(one, other) < 3;

const plainName = (written: string): string => written.toUpperCase().replace(/[^A-Z-]/g, '');

type Kind = 'kept' | 'misspelt' | 'dropped';

/** Also by a part of it, or by two names that lost what is between. */
const isMisspelling = (name: string): boolean =>
  name.length < 3 ||
  needed.some((word) => word.startsWith(name) || name.startsWith(word) || isClose(name, word));

/** What a line is, by what is before its colon. */
const judgeName = (written: string): Kind => {
  const name = plainName(written);
  if (kept.has(name)) return /[^\w\s-]/.test(written) ? 'misspelt' : 'kept';
  return !alike.has(name) && isMisspelling(name) ? 'misspelt' : 'dropped';
};

/** Names that a calendar has, of which there are some dozens. In a text that is none, others are dropped. */
const mostNames = 1000;

/** CRLF, CR CR LF, LF or CR. The last CR of a piece of text may be half of a CRLF. */
const lineEnd = /\r?\r?\n|\r(?=[^\r\n])/;
const namePattern = /^[^:;]{1,40}(?=[:;])/;
/** A line that lost its colon, or the rest of its name. */
const brokenPattern = new RegExp(`^(?:${needed.join('|')})|^[A-Z-]{1,12}$`, 'i');
/** A line that begins with a blank, as if it went on with the one before. */
const indentedPattern =
  /^[ \t]+(?=(BEGIN|END)\s*:\s*V|(DTSTART|DTEND|RDATE|FREEBUSY|X-WR-TIMEZONE)\s*[:;]|DURATION\s*:\s*P|RRULE\s*:\s*F)/i;
/** A time, and the line after it, which began with a blank. */
const twoLines = /:\d{8}(?:T\d{6})?Z?\s*[A-Z-]{4}/i;

interface Line extends ContentLine {
  /** A line that matters has been lost, or may have been. */
  isMisspelt: boolean;
}

interface Judged {
  /** Null while its name may be folded. */
  kind: Kind | null;
  isBroken: boolean;
  /** It may go on without the blank of a fold. */
  isList: boolean;
}

/**
 * Unfolds lines that come in pieces of any length, and passes on those that matter.
 * @param owners of attendees, whose lines matter; in lower case
 */
const createLineReader = (owners: readonly string[], take: (line: Line) => void) => {
  let [rest, number, lastNumber] = ['', 0, 0];
  const kinds = new Map<string, Kind>();
  const kindOf = (written: string): Kind => {
    const known = kinds.get(written);
    if (known) return known;
    if (kinds.size >= mostNames) return kept.has(plainName(written)) ? 'kept' : 'dropped';
    const kind = judgeName(written);
    kinds.set(written, kind);
    return kind;
  };
  let current: (Pick<Line, 'text' | 'line'> & Judged) | null = null;
  const judge = (text: string, isAll: boolean): Kind | null => {
    const [written] = namePattern.exec(text) ?? [];
    if (written !== undefined) return kindOf(written);
    if (!isAll && text.length < 40) return null;
    return brokenPattern.test(text) && kindOf(text.slice(0, 40)) !== 'dropped'
      ? 'misspelt'
      : 'dropped';
  };
  const flush = (): void => {
    if (!current) return;
    const { text, line, isBroken } = current;
    const kind = current.kind ?? judge(text, true);
    current = null;
    const [written = ''] = namePattern.exec(text) ?? [];
    const name = plainName(written);
    const isNeeded =
      name !== 'ATTENDEE' || owners.some((each) => text.toLowerCase().includes(each));
    if (kind === 'dropped' || !isNeeded) return;
    const isMisspelt = kind === 'misspelt' || isBroken || twoLines.test(text);
    take({ name, text: name + text.slice(written.length), line, isMisspelt });
  };
  const read = (line: string): void => {
    number++;
    if (line === '') return;
    lastNumber = number;
    const isFold = /^[ \t]/.test(line) && !indentedPattern.test(line);
    if (isFold && current?.kind === 'dropped') return;
    // A notice of PHP can be on the same line.
    const written = line.endsWith('BEGIN:VCALENDAR')
      ? 'BEGIN:VCALENDAR'
      : line.replace('\uFEFF', '');
    const text = written.replace(/^[^\w<]+/, '');
    const kind = judge(text, false);
    const isLoose = kind !== 'kept' && !written.includes(':');
    if (current && (isFold || (isLoose && current.isList))) {
      current.text += isFold ? written.slice(1) : written;
      current.kind ??= judge(current.text, false);
      return;
    }
    const isLost = isLoose && current?.kind === 'kept' && !written.includes(';');
    flush();
    current = {
      text,
      line: number,
      kind: isLost ? 'misspelt' : kind,
      isBroken: isLost || text !== written,
      isList: kind === 'kept' && /^(?:EX|R)(?:RULE|DATE)/i.test(text),
    };
  };
  return {
    push: (piece: string): void => {
      // A line of many pieces is looked through once.
      const lines = /[\r\n]/.test(piece) ? (rest + piece).split(lineEnd) : [rest + piece];
      rest = lines.pop() ?? '';
      for (const line of lines) read(line);
    },
    /** @returns the number of the last line that is not empty */
    end: (): number => {
      read(rest.trimEnd());
      flush();
      return lastNumber;
    },
  };
};

/**
 * Keeps of a calendar what busy times need, and where it was: other lines become empty. Descriptions and
 * attachments are nearly all of a large feed. It takes bytes, since some programs fold within a character.
 */
export const createFilter = (owners: readonly string[]) => {
  const pieces: Buffer[] = [];
  let [text, line] = ['', 1];
  const add = (more: string, at: number): void => {
    text += '\n'.repeat(at - line) + more;
    line = at;
  };
  const reader = createLineReader(owners, (each) => add(each.text, each.line));
  const keep = (): void => {
    if (text !== '') pieces.push(Buffer.from(text, 'latin1'));
    text = '';
  };
  return {
    push: ({ buffer, byteOffset, byteLength }: Uint8Array): void => {
      reader.push(Buffer.from(buffer, byteOffset, byteLength).toString('latin1'));
      keep();
    },
    end: (): string => {
      // A calendar broke off where something else follows its last line.
      const last = reader.end();
      if (last > line) add('-', last);
      keep();
      return Buffer.concat(pieces).toString();
    },
  };
};

/** What follows on the same line is no part of the name. */
const edgePattern = /^(BEGIN|END)\s*:\s*"?([\w-]+)/i;

/** Returns the calendars of a text, and whether they are whole, or broke off. */
export const readCalendars = (
  text: string,
  owners: readonly string[],
  report: Report,
): { calendars: Component[]; isWhole: boolean } => {
  const calendars: Component[] = [];
  /** From a calendar to where we are. */
  let open: Component[] = [];
  let lastEnd = 0;

  const close = (depth: number, unended: Component | undefined): void => {
    if (unended) {
      unended.isDamaged = true;
      report(unended.line, `The ${unended.name} that begins here has no end.`);
    }
    open = open.slice(0, depth);
  };
  const begin = (name: string, line: number): void => {
    const component: Component = { name, line, lines: [], parts: [], isDamaged: false };
    if (name === 'VCALENDAR') {
      close(0, open[0]);
      calendars.push(component);
    } else {
      if (open.length === 0) begin('VCALENDAR', line);
      if (ofCalendar.has(name)) close(1, open[1]);
      if (open.length > deepest) return;
      open.at(-1)?.parts.push(component);
    }
    open.push(component);
  };
  const end = (name: string, line: number): void => {
    const depth = open.findLastIndex((each) => each.name === name);
    const last = open.at(-1);
    if (depth !== -1) {
      close(depth, open[depth + 1]);
      lastEnd = line;
      return;
    }
    report(line, 'What ends here has no beginning.');
    // One of the two is misspelt.
    if (!last || !isClose(name, last.name)) return;
    if (ofCalendar.has(name)) last.name = name;
    close(open.length - 1, undefined);
  };

  const reader = createLineReader(owners, ({ isMisspelt, ...content }) => {
    const [, edge, component = ''] = edgePattern.exec(content.text) ?? [];
    if (isMisspelt || (!edge && /^(?:BEGIN|END)$/.test(content.name))) {
      report(content.line, 'This line cannot be read: something is wrong with its beginning.');
      for (const each of open) each.isDamaged = true;
    }
    if (edge?.toUpperCase() === 'BEGIN') begin(component.toUpperCase(), content.line);
    else if (edge) end(component.toUpperCase(), content.line);
    else {
      if (calendars.length === 0) begin('VCALENDAR', content.line);
      open.at(-1)?.lines.push(content);
    }
  });
  reader.push(text);
  const last = reader.end();
  const isEnded = open.length === 0 || (open.length === 1 && lastEnd === last);
  if (calendars.length === 0) report(1, 'This is no calendar.');
  else if (!isEnded) {
    for (const each of open) each.isDamaged = true;
    report(last, 'The calendar breaks off here.');
  }
  if (isEnded && open.length > 0) report(last, 'END:VCALENDAR is missing.');
  return { calendars, isWhole: calendars.length > 0 && isEnded };
};

/** Whether a component has a property of a name. */
export const hasLine = ({ lines }: Component, name: string): boolean =>
  lines.some((line) => line.name === name);

/** Returns the lines of a property, in their order. */
export const linesOf = ({ lines }: Component, name: string): ContentLine[] =>
  lines.filter((line) => line.name === name);

/** A line without folds, taken apart. */
export interface Property {
  /** Names in upper case. */
  parameters: ReadonlyMap<string, string>;
  value: string;
  /** A parameter may be missing. */
  isDamaged: boolean;
}

/** RFC 6868, and the backslashes that belong to texts alone. */
const unescaped = (text: string): string =>
  text.replace(/\^(['^n])|\\([\\;,])|"/g, (_, caret = '', other = '') =>
    caret === "'" ? '"' : caret === '^' ? '^' : other,
  );

/** Zones have colons in their names, with and without quotation marks; a date has none before it. */
const datePattern = /^(.*):\s*["']?((?:\d{4}-?\d\d-?\d\d|[-+]?P[\dT]).*)$/is;
const textPattern = /^((?:[^":]|"[^"]*")*):(.*)$/s;
const parameterPattern = /;\s*(?:([\w-]+)\s*=\s*("[^"]*"?|(?:\\.|[^;\\])*))?/g;

/** Takes a line apart. @returns null for one without a value */
export const readProperty = ({ name, text }: ContentLine): Property | null => {
  const [, head = '', value] = datePattern.exec(text) ?? textPattern.exec(text) ?? [];
  if (value === undefined) return null;
  const written = head.slice(name.length);
  const parameters = Array.from(
    written.matchAll(parameterPattern),
    ([, key = '', each = '']) => [key.toUpperCase(), unescaped(each).trim()] as const,
  );
  return {
    parameters: new Map(parameters),
    value: value.trim(),
    isDamaged:
      /\S/.test(written.replace(parameterPattern, '')) ||
      /:\s*\d{8}/.test(head) ||
      parameters.some(
        ([key, each]) => key !== 'TZID' && (isClose(key, 'TZID') || each.includes('=')),
      ),
  };
};

/** The value of the first property of a name, without quotation marks; null where there is none. */
export const textOf = (component: Component, name: string): string | null => {
  const [line] = linesOf(component, name);
  return line ? unescaped(readProperty(line)?.value ?? '').trim() : null;
};
