import http from 'node:http';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { startServerProcess, makeSite } from '/work/wt-g/hosting/tests/server-process.ts';
import { payload } from '/work/wt-g/hosting/tests/submission.ts';
import { loadavg } from 'node:os';
const run = async (env: Record<string,string>, connections: number, amount: number) => {
  const folder = mkdtempSync('/tmp/tmp53-');
  const server = await startServerProcess({ DATA_DIR: join(folder,'data'), SITE_DIR: makeSite(folder), ...env });
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  let n = 0; const times: number[] = []; let bad = 0;
  const one = () => new Promise<void>((resolve) => {
    const started = performance.now();
    const req = http.request(server.url + '/api/submit', { agent, method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json' } }, (res) => {
      res.resume().on('end', () => { times.push(performance.now() - started); if (res.statusCode !== 200) bad++; resolve(); });
    });
    req.end(JSON.stringify({ ...payload, message: `Message number ${n}` }));
  });
  const pages: number[] = [];
  let going = true;
  const pageLoop = (async () => { while (going) { const s = performance.now(); await fetch(server.url + '/'); pages.push(performance.now() - s); await new Promise(r => setTimeout(r, 50)); } })();
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, async () => { while (n++ < amount) await one(); }));
  const seconds = (performance.now() - start) / 1000;
  going = false; await pageLoop;
  server.child.kill(); await server.ended; agent.destroy();
  const q = (a: number[], p: number) => a.toSorted((x, y) => x - y)[Math.floor(a.length * p)]?.toFixed(1);
  console.log(env.PLAIN ? 'plain' : 'group', connections, 'conn', (times.length / seconds).toFixed(0), '/s p50', q(times, .5), 'p99', q(times, .99), 'page p50', q(pages, .5), 'max', q(pages, .999), 'bad', bad, 'load', loadavg()[0]?.toFixed(1));
};
for (let r = 0; r < 3; r++) for (const c of [50]) { await run({}, c, 5000);  }
