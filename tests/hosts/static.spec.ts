import { enquiryFromPayload } from '#enquiry/form-services.ts';
import { variants } from '../../tools/variants.ts';
import { test } from '../fixtures.ts';
import { playwrightDriver } from './driver.ts';
import { formServicesUnderTest, standIn } from './form-services.ts';
import { visit } from './visit.ts';
import { startPlainServer } from './web-servers.ts';

// The built folder as an owner uploads it, on a server that knows nothing of this site: it serves files,
// and for a folder its index.html. Clean addresses need no more than that.

const { folder, environment } = variants.hosted;

test('a visitor reads, navigates, recovers from a failure, sends, books and downloads (behavior 1.1, 1.2, 9.1)', async ({
  page,
  thirdParties: { formService },
  expectConsole,
}) => {
  expectConsole(/status of 400/, /contact_form: status/);
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
