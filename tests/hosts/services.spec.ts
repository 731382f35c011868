import { failureOptionLabels } from '#content/messages.ts';
import { resources } from '#content/resources.ts';
import { site as words } from '#content/site.ts';
import { enquiryValues } from '#enquiry/enquiry.ts';
import { enquiryFromPayload, formServices } from '#enquiry/form-services.ts';
import { siteHost, variants } from '../../tools/variants.ts';
import { button, control, fillIn, formError, sent, submit, typed } from '../contact-form.ts';
import { expect, expectLink, open, type ThirdParty, test } from '../fixtures.ts';
import { playwrightDriver } from './driver.ts';
import { visit } from './visit.ts';
import { startPlainServer } from './web-servers.ts';

// Stand-ins that answer as the services' documentation describes; enquiry/form-services.ts has the addresses.
// Other failures of a service: robustness/degradation.spec.ts.

type Values = Record<string, string>;

const formServicesUnderTest = {
  web3forms: {
    party: 'formService',
    variant: 'hosted',
    /** The values that a browser without scripts sends beside the fields. */
    ownFields: { access_key: 'public-key', subject: 'New Contact Request' },
    redirectField: 'redirect',
    redirectStatus: 303,
    success: { success: true, message: 'Email sent successfully!' },
    /** Status, body and words. */
    refusal: [400, { success: false, message: 'Invalid access key' }, 'Invalid access key'],
  },
  formspree: {
    party: 'formspree',
    variant: 'adapted',
    ownFields: { _subject: 'New Contact Request' },
    redirectField: '_next',
    redirectStatus: 302,
    success: { ok: true, next: '/thanks?language=en' },
    refusal: [422, { errors: [{ message: 'should be an email' }] }, 'should be an email'],
  },
} as const;
type FormServiceUnderTest = (typeof formServicesUnderTest)[keyof typeof formServicesUnderTest];

/**
 * Makes a third party behave like the service, for JSON and for a form that is posted natively.
 * @returns the messages taken so far, and switches for the next answer
 */
const standIn = (
  party: ThirdParty,
  { redirectField, redirectStatus, success, refusal }: FormServiceUnderTest,
) => {
  const state = { taken: [] as Values[], isRefusing: false, knowsWayBack: true };
  const [status, problem, words] = refusal;
  party.answer((request, response) => {
    const { body = '', headers = {} } = party.requests.at(-1) ?? {};
    const { isRefusing, knowsWayBack, taken } = state;
    const values: Values = headers['content-type']?.includes('json')
      ? JSON.parse(body)
      : Object.fromEntries(new URLSearchParams(body));
    if (request.method === 'POST' && !isRefusing) taken.push(values);
    if (headers.accept?.includes('application/json')) {
      const cors = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' };
      const answer = JSON.stringify(isRefusing ? problem : success);
      response.writeHead(isRefusing ? status : 200, cors).end(answer);
    } else if (request.method === 'POST' && !isRefusing) {
      const back = knowsWayBack ? values[redirectField] : undefined;
      response.writeHead(redirectStatus, { Location: back ?? '/thanks' }).end();
    } else {
      response.writeHead(isRefusing ? status : 200, { 'Content-Type': 'text/html' });
      response.end(`<h1>${isRefusing ? words : 'The page of the service'}</h1>`);
    }
  });
  return state;
};

// The built folder as an owner uploads it, on a server that knows nothing of this site: it serves files,
// and for a folder its index.html. Clean addresses need no more than that.
test('a visitor reads, navigates, recovers from a failure, sends, books and downloads (behavior 1.1, 1.2, 9.1)', async ({
  page,
  thirdParties: { formService },
  expectConsole,
}) => {
  expectConsole(/status of 400/, /contact_form: status/);
  const { folder, environment } = variants.hosted;
  const { web3forms } = formServicesUnderTest;
  const service = standIn(formService, web3forms);
  const server = await startPlainServer(folder);
  try {
    await visit(playwrightDriver(page), {
      url: server.url,
      folder,
      others: { booking: environment.PUBLIC_BOOKING_URL, failure: web3forms.refusal[2] },
      breakStore: () => {
        service.isRefusing = true;
        return () => {
          service.isRefusing = false;
        };
      },
      stored: () =>
        service.taken.map((values) => ({ kind: 'enquiry', fields: enquiryFromPayload(values) })),
    });
  } finally {
    await server.stop();
  }
});

test.describe('with Formspree, Plausible and beehiiv', () => {
  test.use({ variant: 'adapted' });

  test('a visit is counted, the form shows a refusal in Formspree’s words, a retry arrives as Formspree’s payload, and a newsletter that allows no frame is a link (behavior 3.6, 3.8, 7.3, 9.1, 9.3)', async ({
    page,
    thirdParties: { formspree, plausible },
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/, /contact_form: status/);
    const service = standIn(formspree, formServicesUnderTest.formspree);
    service.isRefusing = true;
    // A browser that a program drives sends no counts.
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
    });
    await open(page);
    await expect.poll(() => plausible.requests.map(({ url }) => url)).toEqual(['/api/event']);
    await expect(page.locator('iframe')).toHaveCount(0);
    const { linkLabel } = resources.newsletter;
    await expectLink(page.locator('#resources'), linkLabel, 'http://robin.beehiiv.com/subscribe');
    await submit(page);
    const [, , reason] = formServicesUnderTest.formspree.refusal;
    await expect(formError(page).locator('p').first()).toHaveText(reason);
    service.isRefusing = false;
    await formError(page).getByRole('button', { name: failureOptionLabels.tryAgain }).click();
    await expect(sent(page)).toBeFocused();
    expect(service.taken).toEqual([formServices.formspree.payload(typed, '', null)]);
    expect(formspree.requests[1]?.headers).not.toHaveProperty('idempotency-key');
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
    }) => {
      expectConsole(new RegExp(String(status)));
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
