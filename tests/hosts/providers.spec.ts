import { resources } from '#content/resources.ts';
import { fillIn, typed } from '../contact-form.ts';
import { expect, open, scheduleIn, test } from '../fixtures.ts';

test.use({ variant: 'adapted' });

test('a newsletter whose provider allows no frame is a link, and the policy opens nothing for it (behavior 9.3)', async ({
  page,
  request,
}) => {
  await open(page);
  await expect(page.locator('iframe')).toHaveCount(0);
  const link = page
    .locator('#resources')
    .getByRole('link', { name: resources.newsletter.linkLabel });
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', 'http://robin.beehiiv.com/subscribe');
  const policy = (await request.get('/')).headers()['content-security-policy'];
  expect(policy).not.toMatch(/beehiiv/);
});

test('Cal.com’s page opens in a tab of its own, with the draft in its own parameters (behavior 9.2)', async ({
  page,
  thirdParties,
}) => {
  await open(page);
  await fillIn(page);
  const opened = page.waitForEvent('popup');
  await scheduleIn(page.locator('#contact')).click();
  await (await opened).waitForURL(/cal\.com/);
  const { pathname, searchParams } = new URL(
    thirdParties.calBooking.requests[0]?.url ?? '',
    'http://cal.com',
  );
  expect(pathname).toBe('/robin/30min');
  expect(Object.fromEntries(searchParams)).toEqual({
    name: 'Ada Byron',
    email: 'ada@example.com',
    notes: `Engines\n\n${typed.message}`,
  });
});
