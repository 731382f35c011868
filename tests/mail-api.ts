import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  status: number;
  body: unknown;
}

/** A stand-in for the mail service's API, which can be told what to answer. */
export interface MailApi {
  url: string;
  /** Null says nothing at all. */
  answer: Answer | null;
  /** In place of that, by what a request holds. */
  answerTo: ((body: Record<string, unknown>) => Answer | null) | null;
  /** What was asked, oldest first. */
  requests: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[];
  close: () => Promise<void>;
}

/** Starts it on a free port of this machine. */
export const startMailApi = async (): Promise<MailApi> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const path = `${request.method} ${request.url}`;
      const asked = body ? JSON.parse(body) : {};
      api.requests.push({ path, headers: request.headers, body: asked });
      const answer = api.answerTo ? api.answerTo(asked) : api.answer;
      if (!answer) return;
      response.writeHead(answer.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api: MailApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: { status: 200, body: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } },
    answerTo: null,
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
};
