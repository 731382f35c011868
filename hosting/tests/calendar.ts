import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server with an empty calendar. @param statuses of its answers; after the last it is silent */
export const startCalendar = async (statuses: number[]) => {
  const left = [...statuses];
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    const status = left.shift();
    if (status) response.writeHead(status).end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/secret.ics`,
    asked: () => asked,
    close: () => void server.close(),
  };
};
