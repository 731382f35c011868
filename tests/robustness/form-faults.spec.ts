import type { ServerResponse } from 'node:http';
import { failureMessages, submissionMessages } from '#content/messages.ts';
import { button, control, fillIn, formError, sent, typed, valuesOf } from '../contact-form.ts';
import { expect, open, test } from '../fixtures.ts';

test.use({ variant: 'hosted' });

const cors = { 'Access-Control-Allow-Origin': '*' };
const { failed, network } = submissionMessages;

/** What a failure answers, and the words of it that the visitor reads. */
const bodies: Record<string, [body: string, text: string]> = {
  'JSON with a message': ['{"success":false,"message":"Wrong key"}', 'Wrong key'],
  'JSON in the older form': ['{"body":{"message":"Nested words"}}', 'Nested words'],
  'broken JSON': ['{"message":"Wro', failed],
  HTML: ['<!doctype html><h1>Bad gateway</h1>', failed],
  nothing: ['', failed],
  '20 kB': [`{"message":"${'x'.repeat(20_000)}"}`, `${'x'.repeat(300)}…`],
  'a message of spaces': ['{"message":"   "}', failed],
  'right-to-left text': ['{"message":"المفتاح غير صحيح"}', 'المفتاح غير صحيح'],
  'a message that is no text': ['{"message":{"a":1}}', failed],
};
const statuses = [400, 403, 429, 503];

const cut = (status: number, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { ...cors, 'Content-Length': '100' });
  response.write(body, () => response.socket?.resetAndDestroy());
};
const answer =
  (status: number, body = '', headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { ...cors, ...headers }).end(body);
const withoutCors = (status: number) => (response: ServerResponse) =>
  response.writeHead(status).end('{"success":true}');

const faults: [name: string, words: string, respond: (response: ServerResponse) => unknown][] = [
  ...Object.entries(bodies).map(([name, [body, words]], index): (typeof faults)[number] => {
    const status = statuses[index % statuses.length] ?? 500;
    return [`status ${status} with ${name}`, words, answer(status, body)];
  }),
  ['a refusal with status 200', 'Spam', answer(200, '{"success":false,"message":"Spam"}')],
  ['a refusal without a word', failed, answer(200, '{"success":false}')],
  ['status 204', failed, answer(204)],
  ['status 201', failed, answer(201, '{"success":true}')],
  ['no permission for this origin', network, withoutCors(200)],
  ['an error without permission', network, withoutCors(500)],
  ['a redirect elsewhere', network, answer(302, '', { Location: 'http://booking.test/x' })],
  ['a redirect in a circle', network, answer(307, '', { Location: '/submit' })],
  ['a reset before the answer', network, (response) => response.socket?.resetAndDestroy()],
  ['a reset in the middle of a success', network, cut(200, '{"success"')],
  ['a reset in the middle of an error', failed, cut(500, '{"message":"Wro')],
  ['no HTTP at all', network, (response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')],
];

test(`${faults.length} faults of a form service: each its words, nothing lost, one POST, and the form goes on (behavior 3.7, 3.8, 9.1)`, async ({
  page,
  thirdParties: { formService },
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|contact_form: |CORS policy/);
  await open(page);
  await fillIn(page);
  for (const [index, [name, words, respond]] of faults.entries()) {
    formService.answer((_request, response) => respond(response));
    await button(page).click();
    const banner = formError(page).locator('p').first();
    await expect.soft(banner, name).toHaveText(words);
    await expect.soft(formError(page), name).toContainText(failureMessages.contact_form);
    const direction = name.endsWith('right-to-left text') ? 'rtl' : 'ltr';
    await expect.soft(banner, name).toHaveCSS('direction', direction);
    expect.soft(await valuesOf(page), name).toEqual(typed);
    expect.soft(formService.requests, name).toHaveLength(index + 1);
    // A second try after a failure takes a while, one after a mistake does not.
    await control(page, 'firstName').fill('');
    await button(page).click();
    await expect(control(page, 'firstName')).toHaveAttribute('aria-invalid', 'true');
    await control(page, 'firstName').fill(typed.firstName);
  }
  formService.answer((_request, response) => answer(200, '{"success":true}')(response));
  await button(page).click();
  await expect(sent(page)).toBeVisible();
});
