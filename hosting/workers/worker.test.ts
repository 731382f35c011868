import type { ExecutionContext } from 'hono';
import { expect, test, vi } from 'vitest';
import { payload } from '#tools/submission.ts';
import { openWorkerEnvironment } from '../../tests/stores.ts';
import worker from './worker.ts';

test('an enquiry is kept though the style sheet of the pages cannot be read', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { environment, close } = await openWorkerEnvironment();
  const context = { waitUntil: () => {} } as unknown as ExecutionContext;
  const assets = { fetch: () => Promise.reject(new Error('No assets today')) };
  const request = new Request('https://firm.com/api/submit', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
  });
  const response = await worker.fetch(request, { ...environment, ASSETS: assets }, context);
  expect(await response.json()).toMatchObject({ success: true });
  const stored = await environment.INBOX.prepare('SELECT kind FROM submission').bind().run();
  expect(stored.results).toEqual([{ kind: 'enquiry' }]);
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('style sheet'), expect.any(Error));

  // The style sheet is asked for again, then kept.
  const page = new Request('https://firm.com/newsletter');
  const working = { fetch: vi.fn(async () => new Response('main{margin:0}')) };
  for (const ASSETS of [working, assets]) {
    const answer = await worker.fetch(page, { ...environment, ASSETS }, context);
    expect(await answer.text()).toContain('main{margin:0}');
  }
  expect(working.fetch).toHaveBeenCalledOnce();
  await close();
});
