import { failureOptionLabels } from '#content/messages.ts';
import { site as words } from '#content/site.ts';
import { formServices } from '#enquiry/form-services/index.ts';
import { enquiryValues } from '#enquiry/payload.ts';
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
import { expect, open, test } from '../fixtures.ts';
import { formServicesUnderTest, standIn } from './form-services.ts';

// Other failures of a service: src/actions/submission.test.ts, robustness/degradation.spec.ts.

for (const [name, service] of Object.entries(formServicesUnderTest)) {
  const { party, variant, ownFields, redirectField, refusal } = service;
  const [status, , reason] = refusal;

  test.describe(name, () => {
    test.use({ variant });

    test('a refusal is read in its words, nothing is lost, and the next try arrives as its own payload (behavior 3.6, 3.8, 9.1)', async ({
      page,
      thirdParties,
      expectConsole,
    }) => {
      expectConsole(/Failed to load resource/, /contact_form: status/);
      let isRefusing = true;
      const taken = standIn(thirdParties[party], service, () => isRefusing);
      await open(page);
      await submit(page);
      await expect(formError(page).locator('p').first()).toHaveText(reason);
      expect(await valuesOf(page)).toEqual(typed);
      isRefusing = false;
      await formError(page).getByRole('button', { name: failureOptionLabels.tryAgain }).click();
      await expect(sent(page)).toBeFocused();
      const { payload } = formServices[name as keyof typeof formServicesUnderTest];
      expect(taken).toEqual([payload(typed, ownFields.access_key ?? '', null)]);
      const { requests } = thirdParties[party];
      expect(requests).toHaveLength(2);
      expect(requests[1]?.headers).not.toHaveProperty('idempotency-key');
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      const site = `http://${siteHost(variant)}`;
      const { name: _, ...values } = enquiryValues(typed);
      const native = { ...values, message: typed.message.replace('\n', '\r\n'), ...ownFields };

      test('a refusal is read on its page, and the next try leads to the site’s receipt (behavior 3.6, 9.1)', async ({
        page,
        thirdParties,
        expectConsole,
        allowConsole,
      }) => {
        expectConsole(new RegExp(String(status)));
        // A host with http is no secure context.
        allowConsole(/Cross-Origin-Opener-Policy/);
        let isRefusing = true;
        const taken = standIn(thirdParties[party], service, () => isRefusing);
        await page.goto(site);
        await fillIn(page);
        await button(page).click();
        await expect(page.getByRole('heading')).toHaveText(reason);
        await page.goBack();
        await expect(control(page, 'message')).toHaveValue(typed.message);
        isRefusing = false;
        await button(page).click();
        await expect(page).toHaveURL(`${site}/received#sent`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.received.heading, {
          useInnerText: true,
        });
        expect(taken).toEqual([{ ...native, [redirectField]: `${site}/received#sent` }]);
      });

      test('a service that does not know the way back can show its own page (behavior 9.1)', async ({
        page,
        thirdParties,
        allowConsole,
      }) => {
        allowConsole(/Cross-Origin-Opener-Policy/);
        standIn(thirdParties[party], { ...service, redirectField: 'unknown' }, () => false);
        await page.goto(site);
        await fillIn(page);
        await button(page).click();
        await expect(page.getByRole('heading')).toHaveText('The page of the service');
      });
    });
  });
}
