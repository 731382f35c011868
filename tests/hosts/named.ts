import { freePort } from '../../tools/free-port.ts';
import { siteHost } from '../../tools/variants.ts';
import { test } from '../fixtures.ts';

/** Ports in place of 80 and 443, and of a static host. */
export interface Ports {
  http: number;
  https: number;
  plain: number;
}

export const staticName = siteHost('hosted');

/** The browser finds `firm.example` and the static site under their names, at the ports of this fixture. */
export const named = test.extend<object, { ports: Ports }>({
  ports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured argument
    async ({}, use) =>
      use({ http: await freePort(), https: await freePort(), plain: await freePort() }),
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, ports: { http, https, plain } }, use) => {
      const flag = '--host-resolver-rules=';
      const rules = [
        `MAP firm.example:80 127.0.0.1:${http}`,
        `MAP firm.example:443 127.0.0.1:${https}`,
        `MAP ${staticName} 127.0.0.1:${plain}`,
      ];
      // Of two such flags Chromium takes the last, of two rules for a name the first.
      const args = (launchOptions.args ?? []).map((arg) =>
        arg.startsWith(flag) ? `${flag}${rules},${arg.slice(flag.length)}` : arg,
      );
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});
named.use({ ignoreHTTPSErrors: true });
