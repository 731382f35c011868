import type { Page } from '@playwright/test';

/** As they are called in the log. */
export const islandNames = [
  'threshold-figure',
  'visitors-line',
  'contact-form',
  'notifications',
] as const;

/** Makes an island throw while it renders. */
export const throwInIsland = async (
  page: Page,
  name: (typeof islandNames)[number],
): Promise<void> => {
  await page.route('**/_astro/islands.*.js', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const body = script.replace(new RegExp(`\\(.${name}.,`), '$&()=>{throw Error("spoilt")},');
    if (body === script) throw new Error(`islands.ts has no island ${name}`);
    await route.fulfill({ response, body });
  });
};
