import ICAL from 'ical.js';

// iCalendar (RFC 5545) as components of content lines. Only lines that say when something is are kept, and
// each is parsed when it is wanted: one that is broken spoils nothing but itself.

/** Something in a calendar that could not be read; says nothing that an event says. */
export interface Remark {
  /** Line of the text, from 1. */
  line: number;
  /** A sentence in English, for the owner. */
  message: string;
}

export type Report = (line: number, message: string) => void;

export interface Property {
  /** In upper case. */
  name: string;
  line: number;
  /** Names in lower case. */
  parameters: Readonly<Record<string, string | string[]>>;
  /** Such as `2026-11-24T09:00:00`; of a period, its two ends or its begin and duration. */
  values: readonly (string | readonly string[])[];
}

interface ContentLine {
  text: string;
  line: number;
}

export interface Component {
  /** In upper case, such as `VEVENT`. */
  name: string;
  /** Where it begins. */
  line: number;
  /** By name, in upper case. */
  lines: Map<string, ContentLine[]>;
  parts: Component[];
}

const kept =
  /^(UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|FREEBUSY|TZID|X-LIC-LOCATION|TZOFFSETFROM|TZOFFSETTO)[;:]/i;

/** Those of a calendar do not contain each other: where one begins, the one before has ended. */
const ofCalendar = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE']);

/** An alarm is within an event, and nothing within it; there is some room for what is unknown. */
const deepest = 9;
/** Of a line that is kept; RFC 5545 has three for them. */
const mostParameters = 30;

/** Whether a text is a calendar as a whole, and not a page that says why there is none. */
export const isCalendar = (text: string): boolean =>
  /^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text) && /\sEND:VCALENDAR\s*$/i.test(text);

/** Lines that were folded are one again. */
function* contentLines(text: string): Generator<ContentLine> {
  let current: ContentLine = { text: '', line: 1 };
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      current.text += line.slice(1);
    } else {
      yield current;
      current = { text: line, line: index + 1 };
    }
  }
  yield current;
}

/** The components of all calendars in a text. */
export const readComponents = (text: string, report: Report): Component[] => {
  const components: Component[] = [];
  /** From the outermost to where we are. */
  let open: Component[] = [];
  const breakOff = () => {
    if (open[0]) report(open[0].line, 'What begins here does not end.');
    open = [];
  };
  for (const { text: content, line } of contentLines(text)) {
    const [, edge, written = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(content) ?? [];
    const name = written.toUpperCase();
    if (name === 'VCALENDAR' || ofCalendar.has(name)) {
      if (edge?.toUpperCase() === 'BEGIN' || open[0]?.name !== name) breakOff();
    }
    if (name === 'VCALENDAR') continue;
    if (edge?.toUpperCase() === 'BEGIN') {
      if (open.length === deepest) continue;
      const component: Component = { name, line, lines: new Map(), parts: [] };
      (open.at(-1)?.parts ?? components).push(component);
      open.push(component);
    } else if (edge) {
      const index = open.findLastIndex((each) => each.name === name);
      if (index !== -1) open.length = index;
    } else {
      const [, property = ''] = kept.exec(content) ?? [];
      const lines = property === '' ? undefined : open.at(-1)?.lines;
      const key = property.toUpperCase();
      const others = lines?.get(key);
      if (others) others.push({ text: content, line });
      else lines?.set(key, [{ text: content, line }]);
    }
  }
  breakOff();
  return components;
};

/** Exchange names zones without the quotation marks that commas and colons need; what follows has no colon. */
const withQuotedZone = (text: string): string => {
  const begin = text.search(/;TZID=/i) + ';TZID='.length;
  const colon = text.lastIndexOf(':');
  const semicolon = text.indexOf(';', begin);
  const end = semicolon === -1 ? colon : Math.min(semicolon, colon);
  const name = text.slice(begin, end);
  if (begin < ';TZID='.length || text.includes('"') || !/[:,]/.test(name)) return text;
  return `${text.slice(0, begin)}"${name}"${text.slice(end)}`;
};

/** @returns those that can be read; the others are reported */
export const properties = ({ lines }: Component, name: string, report: Report): Property[] =>
  (lines.get(name) ?? []).flatMap(({ text, line }) => {
    try {
      if (text.split(';', mostParameters + 2).length > mostParameters + 1) throw new Error();
      const [, parameters, , ...values] = ICAL.parse.property(withQuotedZone(text)) as [
        string,
        Property['parameters'],
        string,
        ...Property['values'],
      ];
      return { name, line, parameters, values };
    } catch {
      report(line, `${name} cannot be read.`);
      return [];
    }
  });

/** What a line says after its name and parameters, without spaces around it; null where there is none. */
export const firstValue = ({ lines }: Component, name: string): string | null => {
  const [line] = lines.get(name) ?? [];
  if (!line) return null;
  const [, value = ''] = /^[^:"]*(?:"[^"]*"[^:"]*)*:(.*)$/s.exec(line.text) ?? [];
  return value.trim();
};
