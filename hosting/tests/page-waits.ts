import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServerProcess } from './server-process.ts';

/** Milliseconds that a page may take, whatever else the server does. */
export const pageLimit = 100;

/** Returns the total milliseconds for which a process was ready to run while other programs ran. */
const timeOfOthers = (pid: number | undefined): number => {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : 0;
};

/**
 * Requests a page repeatedly.
 * @returns a function that stops the requests, and returns the longest wait in milliseconds and the number of waits.
 * Waits exclude the time that other programs took from this process or the server, and the longest time for which
 * this process was busy
 */
export const askForPages = (server: ServerProcess) => {
  const lostToOthers = (): number => timeOfOthers(process.pid) + timeOfOthers(server.child.pid);
  let isAsking = true;
  const waits: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const asked = (async () => {
    while (isAsking) {
      delay.reset();
      const others = lostToOthers();
      const startedAt = performance.now();
      const isFound = await fetch(server.url).then(
        async (response) => (await response.text()) !== '' && response.ok,
        () => false,
      );
      const lost = delay.max / 1e6 + lostToOthers() - others;
      const wait = Math.max(0, performance.now() - startedAt - lost);
      waits.push(isFound ? wait : Number.POSITIVE_INFINITY);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return async () => {
    isAsking = false;
    await asked;
    delay.disable();
    return { longest: Math.max(...waits), count: waits.length };
  };
};
