import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { Figure } from './figures/svg.ts';
import { strayPoint } from './layout-check.ts';
import type { Mistake } from './mistakes.ts';
import type { Values } from './values.ts';

// The papers under other assumptions, for what-if.test.ts:
// `node documents/what-if.ts '[["costPerHour: 40", "costPerHour: 60"]]'` prints what changes, for
// each change of words in assumptions.ts. Each gets modules of its own, by a query in their
// addresses, because the arithmetic is done when a module is read.

type Change = readonly [from: string, to: string];

export interface Outcome {
  /** Why a paper is not made. */
  refused: Mistake[];
  /** Lines of text, rows of tables and names of figures that are not as before. */
  lines: number;
  rows: number;
  figures: string[];
}

const papers = ['ai-fraud-detection-guide', 'agentic-commerce-guide'];
const changes = JSON.parse(process.argv[2] ?? '[]') as Change[];

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    const query = new URL(context.parentURL ?? resolved.url).search;
    return query && resolved.url.includes('/documents/')
      ? { ...resolved, url: resolved.url.replace(/\?.*|$/, query) }
      : resolved;
  },
  load: (url, context, next) => {
    const loaded = next(url, context);
    const index = /\/assumptions\.ts\?(\d+)$/.exec(url)?.[1];
    const [from, to] = (index === undefined ? null : changes[Number(index)]) ?? ['', ''];
    if (from === '') return loaded;
    const source = String(loaded.source);
    if (source.split(from).length !== 2) {
      throw new RangeError(`“${from}” has to stand in assumptions.ts, and once`);
    }
    return { ...loaded, source: source.replace(from, to) };
  },
});

const readUnder = async (query: string) => {
  const { valuesOf } = (await import(`./computed.ts${query}`)) as {
    valuesOf: (id: string) => Values;
  };
  const { fillValues } = (await import(`./markdown.ts${query}`)) as typeof import('./markdown.ts');
  const { figures } = (await import(`./figures/index.ts${query}`)) as {
    figures: Record<string, Figure>;
  };
  const filled = papers
    .map((id) => ({ id, file: `content/white-papers/${id}.md` }))
    .filter(({ file }) => existsSync(file))
    .map(({ id, file }) => fillValues(readFileSync(file, 'utf8'), file, valuesOf(id)));
  const mistakes = filled.flatMap((paper) => paper.mistakes);
  return {
    lines: filled.flatMap(({ text }) => text.split('\n')),
    mistakes,
    // As `compose` does not draw what it refuses.
    drawings:
      mistakes.length > 0
        ? []
        : Object.entries(figures).map(([name, figure]) => {
            const drawing = figure.draw();
            return { name, content: drawing.content, stray: strayPoint(drawing) };
          }),
  };
};

const before = await readUnder('');
const outcomes: Outcome[] = [];
for (const index of changes.keys()) {
  const { lines, mistakes, drawings } = await readUnder(`?${index}`);
  const changed = lines.filter((line, at) => line !== before.lines[at]);
  const rows = changed.filter((line) => line.startsWith('|')).length;
  outcomes.push({
    refused: [
      ...mistakes,
      ...drawings.flatMap(({ name, stray }) =>
        stray === undefined
          ? []
          : [{ file: `documents/figures/${name}.ts`, text: `draws ${stray}, outside its frame` }],
      ),
    ],
    lines: changed.length - rows,
    rows,
    figures: drawings
      .filter(({ content }, at) => content !== before.drawings[at]?.content)
      .map(({ name }) => name),
  });
}
process.stdout.write(JSON.stringify(outcomes));
