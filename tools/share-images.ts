import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { chromiumFlags, ensureChromium } from '#documents/chromium.ts';
import { digestOf, writeMade } from '#documents/record.ts';
import { shareImage, shareImageHtml } from '#documents/share-images/template.ts';
import { indexedPages, shareImageSize } from '#src/metadata/page-metadata.ts';

// A test finds stale pictures by the recorded digest.
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [...chromiumFlags],
});
const page = await browser.newPage({ viewport: shareImageSize, colorScheme: 'light' });
for (const name of indexedPages) {
  const html = shareImageHtml(name);
  const { file } = shareImage(name);
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const bytes = await sharp(await page.screenshot())
    .png({ palette: true, colours: 64, effort: 10 })
    .toBuffer();
  await writeMade(file, bytes, digestOf(html));
  console.log(`${file}: ${bytes.length} bytes`);
}
await browser.close();
