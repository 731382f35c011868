import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Body = Record<string, unknown>;
type Answer = { status: number; body: unknown; headers?: Record<string, string> } | null;

/** A stand-in for the mail service's API. */
export interface MailApi {
  url: string;
  /** Null if the service does not answer. */
  answer: Answer | ((body: Body) => Answer);
  /** The requests, oldest first. */
  requests: { path: string; headers: IncomingHttpHeaders; body: Body }[];
  close: () => Promise<void>;
}

/** Starts a stand-in on a free port. */
export const startMailApi = async (): Promise<MailApi> => {
  const server = createServer(async (request, response) => {
    const body: Body = JSON.parse((await text(request)) || '{}');
    const path = `${request.method} ${request.url}`;
    api.requests.push({ path, headers: request.headers, body });
    const answer = typeof api.answer === 'function' ? api.answer(body) : api.answer;
    if (!answer) return;
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const api: MailApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: { status: 200, body: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } },
    requests: [],
    close: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
  return api;
};
