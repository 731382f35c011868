import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { identity } from '../.content/identity.ts';
import { coverSize } from '../model/cover-path.ts';
import { isStale, readRecord, writeMade } from '../tools/record.ts';
import { checkPdf } from './check-pdf.ts';
import { type Composed, compose, filesOf, findStaleFiles, plans, recordFile } from './compose.ts';
import { fontFaces } from './fonts.ts';
import { formatMistake, type Mistake } from './mistakes.ts';
import type { Pages } from './outline.ts';
import { finishPdf, readPdf } from './pdf.ts';

const { values: options } = parseArgs({
  options: {
    /** Typesets what has not changed, too. */
    all: { type: 'boolean', default: false },
    /** Makes nothing, and prints what is wrong as JSON: `npm run doctor` reads it. */
    check: { type: 'boolean', default: false },
  },
});

const refuse = (mistakes: readonly Mistake[]): void => {
  console.error('The papers have mistakes:');
  for (const mistake of mistakes) console.error(`  - ${formatMistake(mistake)}`);
  process.exitCode = 1;
};

const build = async (): Promise<void> => {
  const composed = await Promise.all(plans.map(compose));
  const wrong = composed.flatMap((one) => (Array.isArray(one) ? one : []));
  if (wrong.length > 0) return refuse(wrong);
  const record = readRecord(recordFile);
  const changed: Composed[] = [];
  for (const document of composed.flatMap((one) => (Array.isArray(one) ? [] : one))) {
    const { plan, digest } = document;
    const isChanged = filesOf(plan).some((file) => isStale(file, record, digest));
    if (options.all || isChanged) changed.push(document);
    else console.log(`${plan.target}: up to date`);
  }
  if (changed.length === 0) return;

  const { typeset } = await import('./typeset.ts');
  const fonts = await fontFaces(changed.map(({ html }) => html(new Map(), '')).join());
  const printed = await typeset(
    changed.map((document) => ({ document, html: (pages: Pages) => document.html(pages, fonts) })),
  );
  const mistakes: Mistake[] = [];
  const files = new Map<string, { bytes: Uint8Array; digest: string }>();
  for (const { document, overlaps, ...made } of printed) {
    const { plan, edition, digest, alternatives } = document;
    const pdf = await finishPdf(made.pdf, {
      edition,
      author: identity.person,
      publisher: identity.firm,
      subject: plan.kind.subject,
    });
    files.set(plan.target, { bytes: pdf, digest });
    if (plan.cover && made.cover) {
      const bytes = await sharp(made.cover).resize(coverSize).webp({ quality: 82 }).toBuffer();
      files.set(plan.cover, { bytes, digest });
    }
    if (plan.sheet) files.set(plan.sheet.file, { bytes: Buffer.from(plan.sheet.text), digest });
    const facts = await readPdf(pdf);
    mistakes.push(
      ...overlaps.map((text) => ({ file: plan.source, text })),
      ...checkPdf(document, facts).map((text) => ({ file: plan.target, text })),
    );
    console.log(
      `${plan.target}: ${facts.pages} pages, ${pdf.length} bytes, ${alternatives.length} figures`,
    );
  }
  if (mistakes.length > 0) {
    const folder = await mkdtemp(join(tmpdir(), 'papers-'));
    for (const [file, { bytes }] of files) await writeFile(join(folder, basename(file)), bytes);
    console.error(`Nothing is published. To look at: ${folder}`);
    return refuse(mistakes);
  }
  for (const [file, { bytes, digest }] of files) writeMade(recordFile, file, bytes, digest);
};

if (options.check) console.log(JSON.stringify(await findStaleFiles()));
else await build();
