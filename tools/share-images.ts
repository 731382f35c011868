import { mkdir, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { chromiumFlags, ensureChromium } from '#documents/chromium.ts';
import { shareImageHtml, shareImageSource } from '#documents/share-images/template.ts';
import { indexedPages, shareImagePath, shareImageSize } from '#src/metadata/page-metadata.ts';

// `npm run documents -- share-images`: takes the pictures that stand for the pages where links are shared, and
// notes what each was made from, so that a test can say when one is out of date.
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [...chromiumFlags],
});
const page = await browser.newPage({ viewport: shareImageSize, colorScheme: 'light' });
await mkdir('public/share', { recursive: true });
const sources: Record<string, string> = {};
for (const name of indexedPages) {
  await page.setContent(shareImageHtml(name));
  await page.evaluate(() => document.fonts.ready);
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, colours: 64, effort: 10 })
    .toBuffer();
  await writeFile(`public${shareImagePath(name)}`, picture);
  sources[name] = shareImageSource(name);
  console.log(`public${shareImagePath(name)}: ${picture.length} bytes`);
}
await writeFile('documents/share-images/sources.json', `${JSON.stringify(sources, null, 2)}\n`);
await browser.close();
