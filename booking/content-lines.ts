// Reads content lines and components of iCalendar (RFC 5545 3.1), and tolerates common mistakes of programs.

/** A remark about an unreadable part of a calendar. It contains no words of an event. */
export interface Remark {
  /** Line of the text, from 1. */
  line: number;
  /** A sentence in English, for the owner. */
  message: string;
}

export type Report = (line: number, message: string) => void;

/** An unfolded content line. */
export interface Property {
  /** The name in upper case. */
  name: string;
  /** The parameters, unparsed. */
  parameters: string;
  value: string;
  line: number;
}

export interface Component {
  /** The name in upper case, such as `VEVENT`. */
  name: string;
  /** The line of its BEGIN. */
  line: number;
  properties: Property[];
  parts: Component[];
  /** Whether its END is missing, so that other lines may be missing as well. */
  isDamaged: boolean;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The properties that busy times need. */
const kept = new Set(
  words(`BEGIN END METHOD X-WR-TIMEZONE UID SEQUENCE DTSTAMP LAST-MODIFIED DTSTART DTEND DURATION RRULE EXRULE
    RDATE EXDATE RECURRENCE-ID STATUS TRANSP X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-INTENDEDSTATUS
    X-MICROSOFT-CDO-ALLDAYEVENT ATTENDEE X-APPLE-TRAVEL-DURATION FREEBUSY TZID X-LIC-LOCATION TZOFFSETFROM TZOFFSETTO`),
);
/** Components that cannot contain each other: the beginning of one ends the one before. */
const ofCalendar = new Set(words('VEVENT VTODO VJOURNAL VFREEBUSY VTIMEZONE'));
const ofZone = new Set(words('STANDARD DAYLIGHT'));
/** The maximum depth of components. An alarm in an event in a calendar needs three. */
const deepest = 10;

/** CRLF, CR CR LF, LF or CR. The last CR of a piece of text may be half of a CRLF. */
const lineEnd = /\r?\r?\n|\r(?=[^\r\n])/;
const namePattern = /^\s*(?:\w+\.)?([A-Z-]+)\s*(?=[:;])/i;
/** A line that is indented by mistake, not continued from the line before. */
const indented =
  /^[ \t]+(?=(BEGIN|END)\s*:\s*V|(DTSTART|DTEND|RDATE|FREEBUSY|X-WR-TIMEZONE|UID|DTSTAMP|SUMMARY)\s*[:;]|DURATION\s*:\s*P|RRULE\s*:\s*F)/i;
/** Prose after a raw line break in a description, such as `Status: cancelled` and `END: late`. */
const prose = [
  /^\s*[A-Z]+[a-z][A-Za-z-]*\s*:\s/,
  /^\s*(?:Status|(?:STATUS|status)(?![:;]\S))/,
  /^\s*(?:BEGIN|END|begin|end)\s*:\s+(?!V|STANDARD|DAYLIGHT)\S/,
];
const longestName = 40;
/** Byte order marks and characters without width at the start of a line, as bytes of UTF-8. */
const unseen = /^(?:\xEF\xBB\xBF|\xE2\x80[\x8B-\x8F])+/;
/** A list or a time may continue on the next line without the blank of a fold. */
const listPattern = /^(?:EX|R)(?:RULE|DATE)$/;
const timePattern = /^(?:DTSTART|DTEND|DURATION|RECURRENCE-ID|FREEBUSY)$/;
const restOfTime = /^(?:Z|[TZ,/PWDHMS]*\d[\dTZ,/PWDHMS]*)$/;
const otherProperty = /:|^[A-Z-]{3,}\s*(?:;|$)/i;

/**
 * Unfolds bytes that come in pieces of any length. Bytes, because some programs fold within a character. Other lines
 * than those that busy times need are dropped, because descriptions and attachments are most of a large feed.
 * @param owners addresses of the owner, in lower case: other attendees are dropped, too
 */
const createLineReader = (
  owners: readonly string[],
  take: (name: string, rest: string, line: number) => void,
) => {
  // Until `flush`, each character is a byte.
  let [unread, previous, number, lastNumber] = ['', '', 0, 0];
  /** The name is null while a fold may split it, and empty if the line is dropped. */
  let current: { name: string | null; text: string; line: number } | null = null;
  const nameOf = (text: string): string | null => {
    const name = namePattern.exec(text)?.[1]?.toUpperCase();
    if (name === undefined) return text.length < longestName ? null : '';
    return kept.has(name) && !prose.some((line) => line.test(text)) ? name : '';
  };
  const flush = (): void => {
    if (!current?.name) return;
    const utf8 = Buffer.from(current.text, 'latin1').toString();
    // Old programs write Latin-1, in which a zone may be `Mitteleuropäische Zeit`.
    const text = utf8.includes('\uFFFD') ? current.text : utf8;
    const isOwner = () => owners.some((owner) => text.toLowerCase().includes(owner));
    if (current.name === 'ATTENDEE' && !isOwner()) return;
    take(current.name, text.replace(namePattern, ''), current.line);
  };
  const read = (line: string): void => {
    number++;
    if (line === '') return;
    lastNumber = number;
    const isFold = /^[ \t]/.test(line) && !indented.test(line);
    // After an equals sign, a rule lacks its value.
    const other = previous.endsWith('=') ? /:/ : otherProperty;
    previous = line;
    const name = current?.name ?? '';
    const isContinued =
      (listPattern.test(name) && !other.test(line)) ||
      (timePattern.test(name) && restOfTime.test(line));
    if (current && (isFold || isContinued)) {
      if (current.name === '') return;
      current.text += isFold ? line.slice(1) : line;
      current.name ??= nameOf(current.text);
      return;
    }
    flush();
    // A notice of PHP can precede the calendar.
    const isFirst = line.endsWith('BEGIN:VCALENDAR');
    const text = isFirst ? 'BEGIN:VCALENDAR' : line.replace(unseen, '');
    current = { name: nameOf(text), text, line: number };
  };
  return {
    push: ({ buffer, byteOffset, byteLength }: Uint8Array): void => {
      const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
      // UTF-16 without the NUL in each character is Latin-1, except for text that busy times do not need.
      const piece = bytes.includes('\0') ? bytes.replaceAll('\0', '') : bytes;
      // A long line comes in many pieces: only the newest one is searched for a line end.
      const lines = /[\r\n]/.test(piece) ? (unread + piece).split(lineEnd) : [unread + piece];
      unread = lines.pop() ?? '';
      for (const line of lines) read(line);
    },
    /** @returns the number of the last line that is not empty */
    end: (): number => {
      read(unread.trimEnd());
      flush();
      return lastNumber;
    },
  };
};

/** Zone names may contain colons, with or without quotation marks; the value begins at the date. */
const datePattern = /^(.*):\s*["']?((?:\d{4}-?\d\d-?\d\d|[-+]?P[\dT]).*)$/is;
const textPattern = /^((?:[^":]|"[^"]*")*):(.*)$/s;

/** Libraries of JavaScript write the start of a series into its rule, too. */
const innerStart = /DTSTART(?:;TZID=[^:]{0,99})?[:=][\dTZ:.-]+(?:;|\\n)?/i;

/** The calendars of a text, reduced to the properties that busy times need. */
export interface Contents {
  calendars: Component[];
  /** Remarks about components without a beginning or an end. */
  remarks: Remark[];
  /** False if the text is not a calendar, or is truncated. */
  isWhole: boolean;
}

/** Returns a reader of calendars, which takes them in pieces. @param owners addresses of the owner, in lower case */
export const createReader = (owners: readonly string[]) => {
  const calendars: Component[] = [];
  const remarks: Remark[] = [];
  const report: Report = (line, message) => void remarks.push({ line, message });
  /** The open calendar, followed by the open components within it. */
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
    const component: Component = { name, line, properties: [], parts: [], isDamaged: false };
    if (name === 'VCALENDAR') {
      close(0, open[0]);
      calendars.push(component);
    } else {
      if (open.length === 0) begin('VCALENDAR', line);
      if (ofCalendar.has(name)) close(1, open[1]);
      if (ofZone.has(name)) close(2, open[2]);
      if (open.length >= deepest) return;
      open.at(-1)?.parts.push(component);
    }
    open.push(component);
  };
  const end = (name: string, line: number): void => {
    const depth = open.findLastIndex((each) => each.name === name);
    if (depth === -1) {
      report(line, 'The component that ends here has no beginning.');
      return;
    }
    close(depth, open[depth + 1]);
    lastEnd = line;
  };

  const reader = createLineReader(owners, (name, text, line) => {
    const rest = name === 'RRULE' ? text.replace(innerStart, '') : text;
    const [, parameters = '', value = ''] =
      (/^(?:UID|BEGIN)$/.test(name) ? null : datePattern.exec(rest)) ??
      textPattern.exec(rest) ??
      [];
    // Other text may follow the name of the component.
    const [component = ''] = /[\w-]+/.exec(value.toUpperCase()) ?? [];
    if (name === 'BEGIN') begin(component, line);
    else if (name === 'END') end(component, line);
    // Templates write `RRULE:` for an event that is not repeated.
    else if (!listPattern.test(name) || value.trim() !== '') {
      if (calendars.length === 0) begin('VCALENDAR', line);
      open.at(-1)?.properties.push({ name, parameters, value: value.trim(), line });
    }
  });
  return {
    push: reader.push,
    end: (): Contents => {
      const last = reader.end();
      const isEnded = open.length === 0 || (open.length === 1 && lastEnd === last);
      if (calendars.length === 0) report(1, 'This is not a calendar.');
      else if (!isEnded) {
        for (const each of open) each.isDamaged = true;
        report(last, 'The calendar breaks off here.');
      } else if (open.length > 0) report(last, 'END:VCALENDAR is missing.');
      return { calendars, remarks, isWhole: calendars.length > 0 && isEnded };
    },
  };
};

export const readCalendars = (text: string, owners: readonly string[]): Contents => {
  const reader = createReader(owners);
  reader.push(Buffer.from(text));
  return reader.end();
};

/** Returns the properties with one of these names, in order. */
export const propertiesOf = ({ properties }: Component, ...names: readonly string[]): Property[] =>
  properties.filter(({ name }) => names.includes(name));

/** Resolves the escapes of parameters (RFC 6868) and of texts, and removes quotation marks. */
export const unescaped = (text: string): string =>
  text.replace(/\^(['^n])|\\([\\;,])|"/g, (_, caret = '', other = '') =>
    caret === "'" ? '"' : caret === '^' ? '^' : other,
  );

/** Returns the value of the first property with a name, without quotation marks; null if there is none. */
export const textOf = (component: Component, name: string): string | null => {
  const [property] = propertiesOf(component, name);
  return property ? unescaped(property.value).trim() : null;
};

/** Some programs write `DTSTART:TZID=Europe/Berlin:20261124T180000`. */
const parameterPattern = /[;:]\s*([\w-]+)\s*=\s*("[^"]*"?|(?:\\.|[^;\\])*)/g;

/** Returns the value of a parameter; empty if there is none. */
export const parameterOf = ({ parameters }: Property, name: string): string => {
  for (const [, key, value = ''] of parameters.matchAll(parameterPattern)) {
    if (key?.toUpperCase() === name) return unescaped(value).trim();
  }
  return '';
};
