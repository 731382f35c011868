import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { identity } from '../content/identity.ts';
import { coverSize } from '../content/schema/cover-path.ts';
import { findStale, readRecord, writeMade } from '../tools/record.ts';
import { checkPdf } from './check-pdf.ts';
import { type Composed, compose, filesOf, findStaleFiles, plans, recordFile } from './compose.ts';
import { fontFaces } from './fonts.ts';
import { DocumentMistakes, type Mistake } from './mistakes.ts';
import { finishPdf, readPdf } from './pdf.ts';

const { values: options } = parseArgs({
  options: {
    /** Typesets what has not changed, too. */
    all: { type: 'boolean', default: false },
    /** Makes nothing, and prints what is wrong as JSON: `npm run doctor` reads it. */
    check: { type: 'boolean', default: false },
  },
});

const composeAll = async (): Promise<Composed[]> => {
  const mistakes: Mistake[] = [];
  const documents: Composed[] = [];
  for (const plan of plans) {
    try {
      documents.push(await compose(plan));
    } catch (error) {
      if (!(error instanceof DocumentMistakes)) throw error;
      mistakes.push(...error.mistakes);
    }
  }
  if (mistakes.length > 0) throw new DocumentMistakes(mistakes);
  return documents;
};

interface Printed {
  document: Composed;
  pdf: Uint8Array;
  cover: Uint8Array | null;
}

/** Adds what is wrong with the result to the mistakes. */
const print = async (documents: readonly Composed[], mistakes: Mistake[]): Promise<Printed[]> => {
  const { startTypesetter } = await import('./typeset.ts');
  const fonts = await fontFaces();
  const typesetter = await startTypesetter();
  const printed: Printed[] = [];
  try {
    for (const document of documents) {
      const { plan, html, edition } = document;
      const typeset = await typesetter.print((pages) => html(pages, fonts));
      const cover =
        typeset.cover &&
        (await sharp(typeset.cover).resize(coverSize).webp({ quality: 82 }).toBuffer());
      const pdf = await finishPdf(typeset.pdf, {
        edition,
        author: identity.person,
        publisher: identity.firm,
        subject: plan.kind.subject,
      });
      const facts = await readPdf(pdf);
      console.log(
        `${plan.target}: ${facts.pages} pages, ${pdf.length} bytes, ${document.alternatives.length} figures`,
      );
      mistakes.push(
        ...typeset.overlaps.map((text) => ({ file: plan.source, text })),
        ...checkPdf(document, facts).map((text) => ({ file: plan.target, text })),
      );
      printed.push({ document, pdf, cover });
    }
  } finally {
    await typesetter.close();
  }
  return printed;
};

const build = async (): Promise<void> => {
  const record = await readRecord(recordFile);
  const changed: Composed[] = [];
  for (const document of await composeAll()) {
    const { plan, digest } = document;
    const faults = await Promise.all(filesOf(plan).map((made) => findStale(made, record, digest)));
    if (options.all || faults.some(Boolean)) changed.push(document);
    else console.log(`${plan.target}: up to date`);
  }
  if (changed.length === 0) return;

  const mistakes: Mistake[] = [];
  const printed = await print(changed, mistakes);
  if (mistakes.length > 0) {
    const folder = await mkdtemp(join(tmpdir(), 'papers-'));
    for (const { document, pdf } of printed) {
      await writeFile(join(folder, basename(document.plan.target)), pdf);
    }
    console.error(`Nothing is published. To look at: ${folder}`);
    throw new DocumentMistakes(mistakes);
  }
  for (const { document, pdf, cover } of printed) {
    const { plan, digest } = document;
    const write = (file: string, bytes: Uint8Array) => writeMade(recordFile, file, bytes, digest);
    await write(plan.target, pdf);
    if (plan.cover && cover) await write(plan.cover, cover);
    if (plan.sheet) await write(plan.sheet.file, Buffer.from(plan.sheet.text));
  }
};

try {
  if (options.check) console.log(JSON.stringify(await findStaleFiles()));
  else await build();
} catch (error) {
  if (!(error instanceof DocumentMistakes)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
