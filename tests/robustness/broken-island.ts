import type { Page } from '@playwright/test';

export const islandNames = [
  'PageBehavior',
  'Header',
  'ThresholdFigure',
  'ContactForm',
  'CurrentYear',
  'Notifications',
] as const;

const reactHooks = /\.use(?:State|Effect|Ref|Id|SyncExternalStore)\b/g;

/** Makes an island throw while it renders: its React hooks are missing. */
export const throwInIsland = async (
  page: Page,
  name: (typeof islandNames)[number],
): Promise<void> => {
  await page.route(`**/_astro/${name}.*.js`, async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const spoilt = script.replace(reactHooks, '.missingHook');
    if (spoilt === script) throw new Error(`${name} calls no hook that could be taken away`);
    await route.fulfill({ response, body: spoilt });
  });
};
