import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { characterSets, charactersOf, families } from '#src/styles/fonts/families.ts';

// `npm run fonts` cuts the web fonts out of their npm packages.
for (const [name, { source, axes }] of Object.entries(families)) {
  for (const [set, { package: part, ranges }] of Object.entries(characterSets)) {
    const file = fileURLToPath(import.meta.resolve(source.replace('{package}', part)));
    // Both families have tabular digits by default, so layout features need no glyphs.
    const font = await subsetFont(await readFile(file), charactersOf(ranges), {
      targetFormat: 'woff2',
      variationAxes: axes,
      noLayoutClosure: true,
    });
    const target = `src/styles/fonts/${name}-${set}.woff2`;
    await writeFile(target, font);
    console.log(`${target}: ${font.length} bytes`);
  }
}
