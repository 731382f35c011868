import { expect, open, test } from './fixtures.ts';

test.describe('a newsletter whose provider allows no frame', () => {
  test.use({ variant: 'adapted' });

  test('is a link with the same words in its place, and the policy opens nothing for it', async ({
    page,
    request,
  }) => {
    await open(page);
    await expect(page.locator('iframe')).toHaveCount(0);
    const link = page.locator('#resources').getByRole('link', { name: 'Open the sign-up page' });
    await expect(link).toHaveCount(1);
    await expect(link).toHaveAttribute('href', 'http://robin.beehiiv.com/subscribe');
    const policy = (await request.get('/')).headers()['content-security-policy'];
    expect(policy).not.toMatch(/beehiiv/);
  });
});
