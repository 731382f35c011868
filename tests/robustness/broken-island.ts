import type { Page } from '@playwright/test';
import { applicationErrorMessages } from '#content/messages.ts';
import type { IslandName } from '#src/components/ApplicationError.tsx';

/** As they are called in the log. */
export const islandNames = Object.keys(applicationErrorMessages.parts) as IslandName[];

/** @returns the islands' script, in which one throws while it renders */
export const spoil = (script: string, name: IslandName): string => {
  const spoilt = script.replace(new RegExp(`\\(.${name}.,`), '$&()=>{throw Error("spoilt")},');
  if (spoilt === script) throw new Error(`islands.ts has no island ${name}`);
  return spoilt;
};

/** Makes an island throw while it renders. */
export const throwInIsland = async (page: Page, name: IslandName): Promise<void> => {
  await page.route('**/_astro/islands.*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: spoil(await response.text(), name) });
  });
};
