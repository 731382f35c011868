import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSite } from '../build.ts';
import { readOptions } from '../options.ts';
import { measureStaticServing, measureStorage, missingPrograms } from './backend-measurements.ts';
import { quantile } from './interactions.ts';

// `npm run bench -- backend` compares storing with plain inserts into SQLite, and serving with nginx.

const { values } = readOptions({
  options: {
    submissions: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '5' },
  },
});
const count = (name: keyof typeof values): number => {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`--${name} must be a whole number of 1 or more, but is "${values[name]}"`);
  process.exit(2);
};
const submissions = count('submissions');
const connections = count('connections');
const seconds = count('seconds');

/** Megabytes. */
const growthLimit = 30;
const memoryLimit = 150;

const bars: { text: string; isMet: boolean }[] = [];
const bar = (text: string, isMet: boolean): void => void bars.push({ text, isMet });
const rounded = (number: number): string => Math.round(number).toLocaleString('en-US');

if (!existsSync('dist/index.html') && !(await buildSite())) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}\n`,
  );

  const { inserts, load, stored, memory } = await measureStorage(
    folder,
    resolve('dist'),
    submissions,
    connections,
  );
  const answered = load.durations.length;
  const rate = answered / load.seconds;
  const share = rate / inserts;
  console.log(`Inserts straight into SQLite   ${rounded(inserts)} a second`);
  console.log(`Enquiries stored               ${rounded(rate)} a second, ${connections} at a time`);
  const milliseconds = [0.5, 0.99].map((part) => quantile([...load.durations], part).toFixed(1));
  console.log(`Milliseconds to the answer     ${milliseconds.join(' median, ')} 99th percentile`);
  bar(`throughput is ${share.toFixed(2)} of plain inserts; at least 0.5`, share >= 0.5);
  bar(
    `${rounded(answered)} answered, ${load.failed} failed, ${rounded(stored)} stored; all`,
    load.failed === 0 && stored === submissions,
  );
  // The compiler settles in the first tenth.
  const settled = memory.slice(memory.length / 10);
  const [early] = settled;
  const late = settled.at(-1);
  if (early !== undefined && late !== undefined) {
    const most = Math.max(...memory);
    console.log(
      `Megabytes of memory            ${rounded(early)} early, ${rounded(late)} at the end`,
    );
    bar(
      `memory grew by ${rounded(late - early)} MB; at most ${growthLimit}`,
      late - early <= growthLimit,
    );
    bar(`memory was at most ${rounded(most)} MB; under ${memoryLimit}`, most < memoryLimit);
  }

  const missing = missingPrograms();
  if (missing.length > 0) {
    console.log(`\nStatic serving was not compared: there is no ${missing.join(' and no ')} here.`);
  } else {
    const paths = ['/', '/terms', '/favicon.svg', '/resources/resume.pdf'];
    const { results, memory: most } = await measureStaticServing(
      folder,
      resolve('dist'),
      paths,
      seconds,
    );
    console.log('\nRequests a second              nginx      ours     share');
    for (const { path, nginx, ours } of results) {
      const part = (ours / nginx).toFixed(2);
      console.log(
        `${path.padEnd(26)}${rounded(nginx).padStart(10)}${rounded(ours).padStart(10)}${part.padStart(10)}`,
      );
      bar(`${path} is served at ${part} of nginx’s rate; at least 0.25`, ours / nginx >= 0.25);
    }
    if (most !== null) {
      bar(`serving took at most ${most.toFixed(0)} MB; under ${memoryLimit}`, most < memoryLimit);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log('');
for (const { text, isMet } of bars) console.log(`${isMet ? 'met   ' : 'MISSED'}  ${text}`);
process.exitCode = bars.every(({ isMet }) => isMet) ? 0 : 1;
