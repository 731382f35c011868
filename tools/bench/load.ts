import { connect, type Socket } from 'node:net';

export interface LoadResult {
  /** Requests without an answer 200. */
  failed: number;
  seconds: number;
  /** Milliseconds to the end of each answer. */
  durations: Float64Array;
}

export const mergeLoads = (loads: readonly LoadResult[]): LoadResult => ({
  failed: loads.reduce((sum, load) => sum + load.failed, 0),
  seconds: loads.reduce((sum, load) => sum + load.seconds, 0),
  durations: Float64Array.from(loads.flatMap(({ durations }) => [...durations])),
});

/**
 * Sends each request when the one before is answered. It handles bytes itself: an HTTP client would
 * take as much of the processor as the server.
 */
export const runLoad = async (options: {
  port: number;
  connections: number;
  requests: number;
  requestAt: (index: number) => Buffer;
}): Promise<LoadResult> => {
  const { port, connections, requests, requestAt } = options;
  const durations = new Float64Array(requests);
  let sent = 0;
  let answered = 0;
  let failed = 0;

  const drive = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let startedAt = 0;
      let unread: Buffer = Buffer.alloc(0);
      const send = (): void => {
        if (sent >= requests) {
          socket.end();
          return;
        }
        startedAt = performance.now();
        socket.write(requestAt(sent++));
      };
      socket.on('data', (chunk: Buffer) => {
        unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
        const headEnd = unread.indexOf('\r\n\r\n');
        if (headEnd === -1) return;
        const head = unread.toString('latin1', 0, headEnd);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (unread.length < headEnd + 4 + length) return;
        unread = Buffer.alloc(0);
        if (!head.startsWith('HTTP/1.1 200')) failed++;
        durations[answered++] = performance.now() - startedAt;
        send();
      });
      socket.once('error', reject);
      socket.once('close', () => resolve());
      socket.once('connect', send);
      socket.setNoDelay(true);
    });

  const startedAt = performance.now();
  await Promise.all(Array.from({ length: connections }, () => drive(connect(port, '127.0.0.1'))));
  return {
    failed: failed + requests - answered,
    seconds: (performance.now() - startedAt) / 1000,
    durations: durations.subarray(0, answered),
  };
};
