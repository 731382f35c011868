import { expect, open, test } from './fixtures.ts';

// What headers each answer carries is in hosts/hosts.spec.ts, what the policy says in headers/policy.test.ts.

test('the browser holds to the policy: no markup from text, no other Trusted Types, nothing of somebody else (behavior 10.4, 10.5, 10.12)', async ({
  page,
  thirdParties,
  expectConsole,
}) => {
  expectConsole(
    /requires 'TrustedHTML' assignment/,
    /Creating a TrustedTypePolicy/,
    /style-src|inline style/,
    /img-src|Loading the image/,
    /frame-src|Framing/,
    /connect-src|Connecting/,
    /Fetch API cannot load/,
  );
  expect(await (await page.request.get('/')).text()).not.toMatch(/ style="/);
  await open(page);
  const refused = await page.evaluate(async () => {
    const names: string[] = [];
    const directives = new Set<string>();
    const all = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        directives.add(effectiveDirective);
        if (directives.size === 6) resolve();
      });
    });
    const attempt = (run: () => unknown): void => {
      try {
        run();
      } catch (cause) {
        names.push((cause as Error).name);
      }
    };
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
    };
    attempt(() => trustedTypes.createPolicy('default', { createHTML: (text: string) => text }));
    attempt(() => {
      document.body.innerHTML = '<img src="/favicon.svg" alt="">';
    });
    const image = new Image();
    image.src = 'http://booking.test/pixel.png';
    image.setAttribute('style', 'color: red');
    const frame = document.createElement('iframe');
    frame.src = 'http://booking.test/';
    document.body.append(image, frame);
    void fetch('http://booking.test/').catch(() => {});
    await all;
    return { names, directives: [...directives].sort(), isIsolated: crossOriginIsolated };
  });
  expect(refused).toEqual({
    names: ['TypeError', 'TypeError'],
    directives: [
      'connect-src',
      'frame-src',
      'img-src',
      'require-trusted-types-for',
      'style-src-attr',
      'trusted-types',
    ],
    isIsolated: false,
  });
  expect(thirdParties.booking.requests).toEqual([]);
  await expect(page.locator('h1')).toBeVisible();
});
