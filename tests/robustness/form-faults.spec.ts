import type { ServerResponse } from 'node:http';
import { failureMessages, submissionMessages } from '#content/messages.ts';
import { button, control, fillIn, formError, sent, typed, valuesOf } from '../contact-form.ts';
import { expect, open, test } from '../fixtures.ts';

// What a real connection answers. Words and statuses: src/actions/submission.test.ts.

test.use({ variant: 'hosted' });

const cors = { 'Access-Control-Allow-Origin': '*' };
const { failed, network } = submissionMessages;
const fromRight = 'المفتاح غير صحيح';

const answer =
  (status: number, body = '', headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { ...cors, ...headers }).end(body);
const cut = (status: number, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { ...cors, 'Content-Length': '100' });
  response.write(body, () => response.socket?.resetAndDestroy());
};

const faults: [name: string, words: string, respond: (response: ServerResponse) => unknown][] = [
  ['words from right to left', fromRight, answer(403, `{"message":"${fromRight}"}`)],
  ['no permission for this origin', network, (response) => response.end('{"success":true}')],
  ['a redirect elsewhere', network, answer(302, '', { Location: 'http://booking.test/x' })],
  ['a reset before the answer', network, (response) => response.socket?.resetAndDestroy()],
  ['a reset in the middle of a success', network, cut(200, '{"success"')],
  ['a reset in the middle of an error', failed, cut(500, '{"message":"Wro')],
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
    await expect.soft(banner, name).toHaveCSS('direction', words === fromRight ? 'rtl' : 'ltr');
    await expect.soft(formError(page), name).toContainText(failureMessages.contact_form);
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
