import { expect, test } from 'vitest';
import { embedded } from '#content/embedded.ts';
import { asHtml, setUpInbox } from './tests/backend.ts';

const { inbox, backend, postForm } = setUpInbox();

test.each([
  ['document', true],
  ['iframe', false],
])('the newsletter as a %s has a way back: %s', async (destination, isThere) => {
  const headers = { 'Sec-Fetch-Dest': destination };
  const response = await backend().request('/newsletter', { headers });
  expect(response.headers.get('Vary')).toContain('Sec-Fetch-Dest');
  expect((await response.text()).includes(asHtml(embedded.backHome))).toBe(isThere);
});

test('a subscription is kept once for an address, and needs one', async () => {
  await postForm('/newsletter', { email: 'Ada@example.com' });
  const { page } = await postForm('/newsletter', { email: 'ada@example.com ' });
  expect(page).toContain(asHtml(embedded.newsletter.done.title));
  const refused = await postForm('/newsletter', { email: 'nobody' });
  expect(refused.status).toBe(400);
  expect(refused.page).toContain(asHtml(embedded.messages.emailFormat));
  expect(await inbox.store.list({ kind: 'subscriber' })).toHaveLength(1);
});
