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
  let spoilt: Promise<string> | undefined;
  await page.route('**/_astro/islands.*.js', async (route) => {
    spoilt ??= page.request
      .get(route.request().url())
      .then(async (response) => spoil(await response.text(), name));
    const body = await spoilt;
    // The page may be gone by then.
    await route.fulfill({ contentType: 'text/javascript', body }).catch(() => undefined);
  });
};
