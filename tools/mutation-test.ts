import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `npm run test:faults`: plants small faults, one at a time, in a copy of the code, and says which
 * of them the tests notice: the unit tests beside that code and, when those see nothing, the
 * end-to-end tests of behaviour. The others could only find more. Prints the table of
 * docs/quality.md.
 */

interface Fault {
  what: string;
  file: string;
  find: string;
  replace: string;
}

const faults: Fault[] = [
  {
    what: 'a blocked popup is explained for 2 s instead of 3',
    file: 'src/actions/windows.ts',
    find: 'popupNoticeDuration = 3000',
    replace: 'popupNoticeDuration = 2000',
  },
  {
    what: 'a new tab keeps its hold on this page',
    file: 'src/actions/windows.ts',
    find: '    tab.opener = null;\n',
    replace: '',
  },
  {
    what: 'a download is retried twice instead of three times',
    file: 'src/actions/download.ts',
    find: 'downloadRetries = 3',
    replace: 'downloadRetries = 2',
  },
  {
    what: 'a missing file is asked for again and again',
    file: 'src/actions/download.ts',
    find: 'if (status < 500) return failure;',
    replace: 'if (status < 400) return failure;',
  },
  {
    what: 'two clicks start two downloads',
    file: 'src/actions/download.ts',
    find: '  if (underWay.has(id)) return;\n',
    replace: '',
  },
  {
    what: 'the hash is followed at once, not after 100 ms',
    file: 'src/actions/navigate.ts',
    find: 'hashScrollDelay = 100',
    replace: 'hashScrollDelay = 10',
  },
  {
    what: 'the focus stays behind after navigation',
    file: 'src/actions/navigate.ts',
    find: '  heading.focus({ preventScroll: true });\n',
    replace: '',
  },
  {
    what: 'the notice of a copied address stays 5 s',
    file: 'src/actions/contact-channels.ts',
    find: 'copiedDuration = 2000',
    replace: 'copiedDuration = 5000',
  },
  {
    what: 'a click with Ctrl is taken from the browser',
    file: 'src/actions/click-delegation.ts',
    find: 'event.metaKey || event.ctrlKey || ',
    replace: '',
  },
  {
    what: 'a second failure of scheduling asks again instead of opening the page',
    file: 'src/actions/schedule.ts',
    find: 'if (attempt > 1)',
    replace: 'if (attempt > 2)',
  },
  {
    what: 'the company is asked for before the email',
    file: 'enquiry/validation.ts',
    find: "  if (isEmpty('email')) return { field: 'email', message: messages.email };\n",
    replace:
      "  if (isEmpty('company')) return { field: 'company', message: messages.company };\n  if (isEmpty('email')) return { field: 'email', message: messages.email };\n",
  },
  {
    what: 'spaces count as part of a message',
    file: 'enquiry/validation.ts',
    find: 'enquiry.message.trim().length < messageMinimum',
    replace: 'enquiry.message.length < messageMinimum',
  },
  {
    what: 'a service no longer makes it a consultation',
    file: 'src/actions/prefill.ts',
    find: "    prefill.interestedIn = 'consultation';\n",
    replace: '',
  },
  {
    what: 'a prefill overwrites what was typed',
    file: 'src/actions/prefill.ts',
    find: 'if (value !== undefined && !own)',
    replace: 'if (value !== undefined)',
  },
  {
    what: 'the draft outlives its message',
    file: 'src/actions/draft.ts',
    find: "removeStored('sessionStorage', draftKey)",
    replace: "removeStored('localStorage', draftKey)",
  },
  {
    what: 'status 201 counts as success',
    file: 'src/actions/submission.ts',
    find: 'if (status !== 200) return',
    replace: 'if (!response.ok) return',
  },
  {
    what: 'a message of spaces gives a blank banner',
    file: 'src/actions/submission.ts',
    find: "message.trim() !== ''",
    replace: "message !== ''",
  },
  {
    what: 'the time limit ends with the headers',
    file: 'src/actions/submission.ts',
    find: '    status = response.status;\n',
    replace: '    status = response.status;\n    clearTimeout(timer);\n',
  },
  {
    what: 'calling comes before writing when scheduling fails',
    file: 'src/errors/catalogue.ts',
    find: "['schedule-by-email', 'call-to-schedule', 'try-again']",
    replace: "['call-to-schedule', 'schedule-by-email', 'try-again']",
  },
  {
    what: 'a rejection nobody handled reaches the console',
    file: 'src/errors/global-handlers.ts',
    find: '    event.preventDefault();\n',
    replace: '',
  },
  {
    what: 'the log keeps the oldest instead of the newest',
    file: 'src/bounded-queue.ts',
    find: '.slice(-limit)',
    replace: '.slice(0, limit)',
  },
  {
    what: 'a form that fails loses what was typed',
    file: 'src/components/island.tsx',
    find: '    this.props.rescue?.();\n',
    replace: '',
  },
  {
    what: 'time goes on while a notification is read',
    file: 'src/notifications/manager.ts',
    find: '        timer.remaining -= Date.now() - timer.startedAt;\n',
    replace: '        timer.remaining = 1;\n',
  },
  {
    what: 'warnings wait their turn to be spoken',
    file: 'src/notifications/Notifications.tsx',
    find: "kind === 'error' || kind === 'warning'",
    replace: "kind === 'error'",
  },
  {
    what: 'the focus is lost with a dismissed notification',
    file: 'src/notifications/Notifications.tsx',
    find: '      focusedBefore.current.focus({ preventScroll: true });\n',
    replace: '',
  },
];

const copy = mkdtempSync(join(tmpdir(), 'faults-'));
cpSync('.', copy, {
  recursive: true,
  filter: (path) => !/^(?:node_modules|\.git|dist|data|test-results|\.astro)(?:\/|$)/.test(path),
});
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));

const run = (args: string[]): void => {
  spawnSync(process.execPath, args, {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
};

interface UnitReport {
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

interface Suite {
  specs: { title: string; ok: boolean }[];
  suites?: Suite[];
}

const readReport = <Report>(name: string): Report =>
  JSON.parse(readFileSync(join(copy, 'test-results', name), 'utf8')) as Report;

const failedSpec = ({ specs, suites = [] }: Suite): string | undefined =>
  specs.find(({ ok }) => !ok)?.title ?? suites.map(failedSpec).find(Boolean);

const behaviour = ['contact', 'failures', 'form', 'islands', 'navigation', 'notifications'].map(
  (name) => `tests/${name}.spec.ts`,
);

/** Title of the first test that fails, and of which kind it is. */
const findNoticing = (): string | null => {
  run([
    'node_modules/vitest/vitest.mjs',
    'run',
    'src',
    '--reporter=json',
    '--outputFile.json=test-results/unit.json',
  ]);
  const unit = readReport<UnitReport>('unit.json')
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (unit) return `unit: ${unit.fullName}`;
  run(['tools/test.ts', '--only=build']);
  run([
    'node_modules/@playwright/test/cli.js',
    'test',
    '--project=end-to-end',
    '--max-failures=1',
    ...behaviour,
  ]);
  const endToEnd = readReport<{ suites: Suite[] }>('end-to-end.json').suites;
  const title = endToEnd.map(failedSpec).find(Boolean);
  return title ? `end to end: ${title}` : null;
};

const noticedWithout = findNoticing();
if (noticedWithout !== null) {
  throw new Error(`Without any fault planted, this fails already: ${noticedWithout}`);
}
console.log('| fault | in | noticed by |\n| --- | --- | --- |');
let missed = 0;
for (const { what, file, find, replace } of faults) {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(find).length !== 2) {
    throw new Error(`${file}: "${find}" is not there exactly once; mend the list of faults`);
  }
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  const noticedBy = findNoticing();
  if (noticedBy === null) missed++;
  console.log(`| ${what} | \`${file}\` | ${noticedBy ?? '**nothing**'} |`);
  writeFileSync(path, original);
}
rmSync(copy, { recursive: true });
console.log(`\n${faults.length - missed} of ${faults.length} faults noticed.`);
