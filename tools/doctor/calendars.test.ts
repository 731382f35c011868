import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { findCalendarRemarks } from './calendars.ts';

const hours = { horizon: 42, timeZone: 'Europe/Berlin' };

test('the doctor reads the calendars, and names line and reason of what it cannot read', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/gone' ? 404 : 200;
    response.end(
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Mars:20261124T090000\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const CALENDAR_URLS = `http://127.0.0.1:${port}/a http://127.0.0.1:${port}/gone`;
  const messagesOf = async (environment: Record<string, string>) =>
    (await findCalendarRemarks(environment, hours)).map(({ message }) => message).sort();
  try {
    expect(await messagesOf({ CALENDAR_URLS })).toEqual([
      `Calendar 1 (127.0.0.1:${port}), line 3: The time zone is unknown: the time is taken for one of Europe/Berlin.`,
      `Calendar 2 (127.0.0.1:${port}) answered 404. Nothing of it is known.`,
    ]);
    expect(await messagesOf({ CALENDAR_URLS, PUBLIC_BOOKING_URL: 'https://a.example' })).toEqual(
      [],
    );
    expect(await messagesOf({ CALENDAR_URLS: 'ftp://a.example' })).toEqual([]);
  } finally {
    server.close();
  }
});
