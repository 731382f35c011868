import type { IncomingMessage, ServerResponse } from 'node:http';
import { failureMessages, submissionMessages, validationMessages } from '#content/messages.ts';
import { button, control, fillIn, formError, sent, typed, valuesOf } from '../contact-form.ts';
import { expect, open, test } from '../fixtures.ts';

test.use({ variant: 'hosted' });

const cors = { 'Access-Control-Allow-Origin': '*' };
const accept = (_request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, cors).end('{"success":true,"message":"ok"}');
};

const contactForm = failureMessages.contact_form;
const failed = submissionMessages.failed;
const network = submissionMessages.network;
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
  'markup in the message': [
    '{"message":"<img src=x onerror=alert(1)>"}',
    '<img src=x onerror=alert(1)>',
  ],
};
type Fault = [name: string, text: string, (response: ServerResponse) => void];
const faults: Fault[] = [
  ...[400, 403, 429, 503].flatMap((status) =>
    Object.entries(bodies).map(
      ([name, [body, text]]): Fault => [
        `status ${status} with ${name}`,
        text,
        (response) => response.writeHead(status, cors).end(body),
      ],
    ),
  ),
  [
    'status 200 that says it failed',
    'Spam',
    (r) => r.writeHead(200, cors).end('{"success":false,"message":"Spam"}'),
  ],
  [
    'status 200 that says so without a word',
    failed,
    (r) => r.writeHead(200, cors).end('{"success":false}'),
  ],
  ['status 204', failed, (r) => r.writeHead(204, cors).end()],
  ['status 201', failed, (r) => r.writeHead(201, cors).end('{"success":true}')],
  ['no permission for this origin', network, (r) => r.writeHead(200).end('{"success":true}')],
  ['an error without permission', network, (r) => r.writeHead(500).end()],
  [
    'a redirect to another service',
    network,
    (r) => r.writeHead(302, { ...cors, Location: 'http://booking.test/x' }).end(),
  ],
  [
    'a redirect in a circle',
    network,
    (r) => r.writeHead(307, { ...cors, Location: '/submit' }).end(),
  ],
  ['a reset before the answer', network, (r) => r.socket?.resetAndDestroy()],
  [
    'a reset in the middle of a success',
    network,
    (r) => {
      r.writeHead(200, { ...cors, 'Content-Length': '100' });
      r.write('{"success"', () => r.socket?.resetAndDestroy());
    },
  ],
  [
    'a reset in the middle of an error',
    failed,
    (r) => {
      r.writeHead(500, { ...cors, 'Content-Length': '100' });
      r.write('{"message":"Wro', () => r.socket?.resetAndDestroy());
    },
  ],
  [
    'a body shorter than announced',
    network,
    (r) => {
      r.writeHead(200, { ...cors, 'Content-Length': '100' });
      r.write('{}', () => r.socket?.end());
    },
  ],
  ['no HTTP at all', network, (r) => r.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')],
];

test(`${faults.length} faults: each its words, nothing lost, the button usable again`, async ({
  page,
  thirdParties,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|contact_form: |CORS policy/);
  await open(page);
  await fillIn(page);
  for (const [name, text, respond] of faults) {
    await test.step(name, async () => {
      const before = thirdParties.formService.requests.length;
      thirdParties.formService.answer((_request, response) => respond(response));
      await button(page).click();
      const banner = formError(page).locator('p').first();
      await expect.soft(banner, name).toHaveText(text);
      await expect.soft(formError(page), name).toContainText(contactForm);
      await expect.soft(button(page), name).toBeEnabled();
      expect.soft(await valuesOf(page), name).toEqual(typed);
      const direction = name.endsWith('right-to-left text') ? 'rtl' : 'ltr';
      await expect.soft(banner, name).toHaveCSS('direction', direction);
      const posts = thirdParties.formService.requests.slice(before);
      expect.soft(posts, name).toHaveLength(1);
      await control(page, 'firstName').fill('');
      await button(page).click();
      await expect(formError(page)).toHaveText(validationMessages.firstName);
      await control(page, 'firstName').fill(typed.firstName);
    });
  }
  expect(faults.length).toBeGreaterThanOrEqual(40);
  thirdParties.formService.answer(accept);
  await button(page).click();
  await expect(sent(page)).toBeVisible();
});
