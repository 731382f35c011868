import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { embedded } from '#content/embedded.ts';

// What the server refuses by itself is text: what asks so shows no pages.

const headersOf = (sentence: string) => ({
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Length': Buffer.byteLength(sentence),
});

export const refuse = (
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: OutgoingHttpHeaders = {},
): void => {
  response.writeHead(status, { ...headersOf(sentence), ...headers }).end(sentence);
};

/** Refuses what never became a request, and ends the connection. */
export const refuseConnection = (connection: Duplex, status: number, sentence: string): void => {
  const headers = Object.entries({ ...headersOf(sentence), Connection: 'close' });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  connection.end(`${head.join('\r\n')}\r\n\r\n${sentence}`);
};

const { messages } = embedded;

/** Status and sentence for what Node could not read (nodejs.org/api/http.html, "clientError"). */
export const unreadable = (code: string | undefined): readonly [status: number, string] => {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, messages.headersTooLarge];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, messages.tooSlow];
  return [400, messages.unreadable];
};
