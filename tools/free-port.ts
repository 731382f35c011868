import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a free port for a program that cannot choose one itself. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port');
  return address.port;
};
