import { contact } from '#content/contact.ts';
import { failureOptionLabels, submissionMessages } from '#content/messages.ts';
import { site as siteContent } from '#content/site.ts';
import { siteHost } from '../../tools/variants.ts';
import { openWithStoppedClock } from '../clock.ts';
import { alert, button, control, fillIn, sent, submit, typed, valuesOf } from '../contact-form.ts';
import { expect, open, test } from '../fixtures.ts';
import { formServicesUnderTest, standIn } from './form-services.ts';

const wireFields = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  company: 'Engines',
  role: 'Head of risk',
  interested_in: 'partnership',
  service_type: typed.serviceType,
  urgency: 'planning',
  message: 'First line\r\nsecond line',
};

for (const [name, service] of Object.entries(formServicesUnderTest)) {
  test.describe(name, () => {
    test.use({ variant: service.variant });

    test('gets its own payload, and the visitor the success', async ({ page, thirdParties }) => {
      standIn(thirdParties[service.party], service);
      await open(page);
      await submit(page);
      await expect(sent(page)).toBeFocused();
      const { requests } = thirdParties[service.party];
      expect(requests.map(({ body }) => JSON.parse(body))).toEqual([service.payload(typed)]);
      expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
    });

    const { failed } = submissionMessages;
    const [status, body, words] = service.refusal;
    for (const [what, answer, text] of [
      ['its refusal', [status, body], words],
      ['429 in its own form', [429, body], words],
      ['429 as a page', [429, '<h1>Slow down</h1>'], failed],
      ['500 as a page', [500, '<!doctype html><h1>Oops</h1>'], failed],
    ] as const) {
      test(`${what} is shown, and nothing is lost`, async ({
        page,
        thirdParties,
        expectConsole,
      }) => {
        expectConsole(/Failed to load resource/, /contact_form: status/);
        thirdParties[service.party].answer((_request, response) =>
          response.writeHead(answer[0], { 'Access-Control-Allow-Origin': '*' }).end(answer[1]),
        );
        await open(page);
        await submit(page);
        await expect(alert(page).locator('p').first()).toHaveText(text);
        expect(await valuesOf(page)).toEqual(typed);
        expect(thirdParties[service.party].requests).toHaveLength(1);
        standIn(thirdParties[service.party], service);
        await alert(page).getByRole('button', { name: failureOptionLabels.tryAgain }).click();
        await expect(sent(page)).toBeFocused();
      });
    }

    test('when it is down, it is a network error', async ({
      page,
      thirdParties,
      expectConsole,
    }) => {
      expectConsole(/ERR_/, /contact_form: network/);
      thirdParties[service.party].answer((_request, response) =>
        response.socket?.resetAndDestroy(),
      );
      await open(page);
      await submit(page);
      await expect(alert(page)).toContainText(submissionMessages.network);
      expect(await valuesOf(page)).toEqual(typed);
    });

    test('when it is slow, the form waits for 15 s', async ({
      page,
      thirdParties,
      expectConsole,
    }) => {
      expectConsole(/contact_form: timeout/);
      thirdParties[service.party].answer(() => {});
      const clock = await openWithStoppedClock(page);
      await submit(page);
      await expect.poll(() => thirdParties[service.party].requests.length).toBe(1);
      await clock.pass(14_999);
      await expect(button(page)).toHaveText(contact.form.submitting);
      await clock.pass(1);
      await expect(alert(page)).toContainText(submissionMessages.network);
      expect(await valuesOf(page)).toEqual(typed);
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      const site = `http://${siteHost(service.variant)}`;

      // A host with http is no secure context.
      test.beforeEach(({ allowConsole }) => allowConsole(/Cross-Origin-Opener-Policy/));

      test('gets its own names, and the visitor the site’s receipt', async ({
        page,
        thirdParties,
      }) => {
        standIn(thirdParties[service.party], service);
        await page.goto(site);
        await fillIn(page);
        await button(page).click();
        await expect(page).toHaveURL(`${site}/received`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          siteContent.received.heading,
        );
        const [request] = thirdParties[service.party].requests;
        expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
          ...wireFields,
          ...service.ownFields,
          [service.redirectField]: `${site}/received`,
        });
      });

      test('a service that does not know the way back can show its own page', async ({
        page,
        thirdParties,
      }) => {
        standIn(thirdParties[service.party], { ...service, redirectField: 'unknown' });
        await page.goto(site);
        await fillIn(page);
        await button(page).click();
        await expect(page.getByRole('heading')).toHaveText('The page of the service');
      });

      test('its refusal is read on its page, and going back keeps what was typed', async ({
        page,
        thirdParties,
        expectConsole,
      }) => {
        expectConsole(new RegExp(String(status)));
        const answerJson = () => [status, null] as [number, unknown];
        standIn(thirdParties[service.party], { ...service, answerJson });
        await page.goto(site);
        await fillIn(page);
        await button(page).click();
        await expect(page.getByRole('heading')).toHaveText(words);
        await page.goBack();
        await expect(control(page, 'message')).toHaveValue(typed.message);
      });
    });
  });
}
