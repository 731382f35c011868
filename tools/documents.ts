import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { identity } from '#content/identity.ts';
import { coverSize } from '#content/schema/cover-path.ts';
import { checkPdf } from '#documents/check-pdf.ts';
import {
  type Composed,
  compose,
  composeCover,
  filesOf,
  plans,
  readyMade,
} from '#documents/compose.ts';
import { fontFaces } from '#documents/fonts.ts';
import { DocumentMistakes, type Mistake } from '#documents/mistakes.ts';
import { finishPdf, readPdf } from '#documents/pdf.ts';
import { findStale, readRecord, writeMade } from '#documents/record.ts';
import { startTypesetter } from '#documents/typeset.ts';

// Typesets the documents whose sources have changed; --all sets every one.

const setAll = process.argv.includes('--all');

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

const shrink = (cover: Uint8Array): Promise<Uint8Array> =>
  sharp(cover).resize(coverSize).webp({ quality: 82 }).toBuffer();

/** Adds what is wrong with the result to the mistakes. */
const print = async (documents: readonly Composed[], mistakes: Mistake[]): Promise<Printed[]> => {
  const fonts = await fontFaces();
  const typesetter = await startTypesetter();
  const printed: Printed[] = [];
  try {
    for (const document of documents) {
      const { plan, html, edition } = document;
      const typeset = await typesetter.print((pages) => html(pages, fonts));
      const cover = typeset.cover && (await shrink(typeset.cover));
      const pdf = await finishPdf(typeset.pdf, {
        edition,
        author: identity.person,
        publisher: identity.firm,
        subject: plan.kind.subject,
      });
      mistakes.push(...typeset.overlaps.map((text) => ({ file: plan.source, text })));
      printed.push({ document, pdf, cover });
    }
  } finally {
    await typesetter.close();
  }
  return printed;
};

/** The covers of PDFs that were not made here. */
const makeCovers = async (): Promise<void> => {
  const covers = await Promise.all(readyMade.map(composeCover));
  const stale = covers.filter((cover) => cover.stale);
  for (const { path } of readyMade) console.log(`public${path}: ready-made`);
  if (stale.length === 0) return;
  const fonts = await fontFaces();
  const typesetter = await startTypesetter();
  try {
    for (const { file, digest, html } of stale) {
      const { cover } = await typesetter.print((pages) => html(pages, fonts));
      if (cover) await writeMade(file, await shrink(cover), digest);
    }
  } finally {
    await typesetter.close();
  }
};

const run = async (): Promise<void> => {
  const documents = await composeAll();
  const record = await readRecord();
  const current: { document: Composed; pdf: Uint8Array }[] = [];
  const stale: Composed[] = [];
  for (const document of documents) {
    const { plan, digest } = document;
    const faults = await Promise.all(filesOf(plan).map((made) => findStale(made, record, digest)));
    if (setAll || faults.some(Boolean)) stale.push(document);
    else current.push({ document, pdf: await readFile(plan.target) });
  }

  const mistakes: Mistake[] = [];
  const printed = stale.length > 0 ? await print(stale, mistakes) : [];
  for (const { document, pdf } of [...current, ...printed]) {
    // Current ones too: the catalogue may have changed.
    const facts = await readPdf(pdf);
    mistakes.push(...checkPdf(document, facts));
    const { pages, bytes, alternatives } = facts;
    const state = stale.includes(document) ? 'set' : 'up to date';
    console.log(
      `${document.plan.target}: ${state}; ${pages} pages, ${bytes} bytes, ${alternatives.length} figures`,
    );
  }

  if (mistakes.length > 0) {
    if (printed.length > 0) {
      const folder = await mkdtemp(join(tmpdir(), 'documents-'));
      for (const { document, pdf } of printed) {
        await writeFile(join(folder, basename(document.plan.target)), pdf);
      }
      console.error(`Nothing is published. To look at: ${folder}`);
    }
    throw new DocumentMistakes(mistakes);
  }
  for (const { document, pdf, cover } of printed) {
    const { plan, digest: source } = document;
    await writeMade(plan.target, pdf, source);
    if (plan.cover && cover) await writeMade(plan.cover, cover, source);
    if (plan.sheet) await writeMade(plan.sheet.file, Buffer.from(plan.sheet.text), source);
  }
};

try {
  await run();
  await makeCovers();
} catch (error) {
  if (!(error instanceof DocumentMistakes)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
