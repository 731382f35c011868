import { failureOptionLabels } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { site as words } from '#content/site.ts';
import { enquiryValues } from '#enquiry/enquiry.ts';
import { formServices } from '#enquiry/form-services.ts';
import { siteHost } from '../../tools/variants.ts';
import {
  button,
  control,
  fillIn,
  formError,
  sent,
  submit,
  typed,
  valuesOf,
} from '../contact-form.ts';
import { expect, open, scheduleIn, test } from '../fixtures.ts';
import { formServicesUnderTest, standIn } from './form-services.ts';

// Web3Forms with scripts: static.spec.ts. Other failures of a service: robustness/degradation.spec.ts.

test.describe('with Formspree, Cal.com and beehiiv', () => {
  test.use({ variant: 'adapted' });

  test('the form shows a refusal in Formspree’s words, keeps what was typed, and a retry arrives as Formspree’s payload (behavior 3.6, 3.8, 9.1)', async ({
    page,
    thirdParties: { formspree },
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/, /contact_form: status/);
    const service = standIn(formspree, formServicesUnderTest.formspree);
    service.isRefusing = true;
    await open(page);
    await submit(page);
    const [, , reason] = formServicesUnderTest.formspree.refusal;
    await expect(formError(page).locator('p').first()).toHaveText(reason);
    expect(await valuesOf(page)).toEqual(typed);
    service.isRefusing = false;
    await formError(page).getByRole('button', { name: failureOptionLabels.tryAgain }).click();
    await expect(sent(page)).toBeFocused();
    expect(service.taken).toEqual([formServices.formspree.payload(typed, '', null)]);
    expect(formspree.requests).toHaveLength(2);
    expect(formspree.requests[1]?.headers).not.toHaveProperty('idempotency-key');
  });

  test('Cal.com opens in a new tab, with the draft in Cal.com’s parameters, and a newsletter that allows no frame is a link (behavior 9.2, 9.3)', async ({
    page,
    thirdParties: { calBooking },
  }) => {
    await open(page);
    await expect(page.locator('iframe')).toHaveCount(0);
    const newsletter = page
      .locator('#resources')
      .getByRole('link', { name: resources.newsletter.linkLabel });
    await expect(newsletter).toHaveAttribute('href', 'http://robin.beehiiv.com/subscribe');
    await fillIn(page);
    const opened = page.waitForEvent('popup');
    await scheduleIn(page.locator('#contact')).click();
    await (await opened).waitForURL(/cal\.com/);
    const { pathname, searchParams } = new URL(calBooking.requests[0]?.url ?? '', 'http://cal.com');
    expect(pathname).toBe('/robin/30min');
    expect(Object.fromEntries(searchParams)).toEqual({
      name: 'Ada Byron',
      email: 'ada@example.com',
      notes: `Engines\n\n${typed.message}`,
    });
  });
});

for (const [name, underTest] of Object.entries(formServicesUnderTest)) {
  const { party, variant, ownFields, redirectField, refusal } = underTest;
  const [status, , reason] = refusal;

  test.describe('without JavaScript', () => {
    test.use({ variant, javaScriptEnabled: false });

    test(`${name} shows a refusal on its own page, and a retry leads to the site’s receipt, or to a page of the service (behavior 3.6, 9.1)`, async ({
      page,
      thirdParties,
      expectConsole,
      allowConsole,
    }) => {
      expectConsole(new RegExp(String(status)));
      // A site over http is not a secure context.
      allowConsole(/Cross-Origin-Opener-Policy/);
      const site = `http://${siteHost(variant)}`;
      const { name: _, ...values } = enquiryValues(typed);
      const service = standIn(thirdParties[party], underTest);
      service.isRefusing = true;
      await page.goto(site);
      await fillIn(page);
      await button(page).click();
      await expect(page.getByRole('heading')).toHaveText(reason);
      await page.goBack();
      await expect(control(page, 'message')).toHaveValue(typed.message);
      service.isRefusing = false;
      await button(page).click();
      const receipt = `${site}/received#sent`;
      await expect(page).toHaveURL(receipt);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(words.received.heading, { useInnerText: true });
      const message = typed.message.replace('\n', '\r\n');
      const native = { ...values, message, ...ownFields, [redirectField]: receipt };
      expect(service.taken).toEqual([native]);
      service.knowsWayBack = false;
      await page.goBack();
      await button(page).click();
      await expect(heading).toHaveText('The page of the service');
    });
  });
}
