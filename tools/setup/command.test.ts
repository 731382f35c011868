import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { S_STEP_ACTIVE, S_STEP_ERROR } from '@clack/prompts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyProject } from '../../tests/project-copy.ts';
import { runSetup } from './command.ts';
import { questions } from './questions.ts';

let folder: string;
beforeAll(() => {
  folder = copyProject();
});
afterAll(() => rmSync(folder, { recursive: true }));

const node = (...args: string[]) =>
  spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    input: '',
    env: { ...process.env, SITE_URL: undefined, INBOX_TO: undefined },
  });
const setup = (...args: string[]) => node('tools/setup.ts', ...args);

/** The texts of `content/` and `.env`. */
const filesOf = (project: string): Record<string, string> =>
  Object.fromEntries(
    ['.env', ...readdirSync(join(project, 'content')).map((name) => `content/${name}`)]
      .filter((name) => /\.(?:env|ts|md)$/.test(name) && existsSync(join(project, name)))
      .map((name) => [name, readFileSync(join(project, name), 'utf8')]),
  );

const commentsOf = (files: Record<string, string>): string[] =>
  Object.values(files).flatMap((text) => text.match(/^\s*(?:\/\/|\/\*\*|#).*$/gm) ?? []);

const person = `דנה "D." כהן \${x} \\ O'Hara 🦊`;
const given: Record<string, string[]> = {
  person: [person],
  firm: ['Östlund & Co [Risk]'],
  'job-title': ['Advisor on abuse'],
  email: ['hello@ostlund-risk.se'],
  phone: ['+46 (0)70-174 06 35'],
  city: ['Malmö'],
  region: [''],
  country: ['se'],
  'time-zone': ['Europe/Stockholm'],
  'answer-within': ['two working days'],
  'incident-hours': [''],
  headline: ['One line. / And another.'],
  social: ['https://www.linkedin.com/in/ostlund', 'https://social.coop/@ostlund'],
  since: ['2021'],
  position: [
    'Northbank | Head of fraud | 2012–2021 | Built the team. | https://northbank.se/',
    '3 Åkrar | Analyst | 2006–2009 | Read cases. | https://akrar.se/',
    'דנה | Clerk | 2004–2006 | Read letters. | https://www.dana.co.il/',
  ],
  law: ['Sweden'],
  courts: ['Malmö'],
  'works-from': ['Sweden'],
  'site-url': ['https://ostlund-risk.se'],
  'smtp-url': ['smtps://u:p@mail.ostlund-risk.se:465'],
  'inbox-to': ['hello@ostlund-risk.se'],
};
const flags = questions.flatMap(({ name }) =>
  (given[name] ?? []).map((answer) => `--${name}=${answer}`),
);

test('what is given is written, the doctor is content with it, and a second run changes nothing', () => {
  writeFileSync(join(folder, '.env'), '# Ours.\nRATE_LIMIT=5 # a minute\n');
  const before = filesOf(folder);
  const first = setup('--yes', ...flags);
  expect(first.stderr).toBe('');
  expect(first.stdout).toContain('the doctor finds nothing left to fix.');
  expect(first.status).toBe(0);
  const after = filesOf(folder);
  expect(after['.env']).toBe(
    `${before['.env']}SITE_URL=https://ostlund-risk.se\nSMTP_URL=smtps://u:p@mail.ostlund-risk.se:465\nINBOX_TO=hello@ostlund-risk.se\n`,
  );
  expect(commentsOf(after)).toEqual(commentsOf(before));
  for (const name of ['content/about.ts', 'content/contact.ts', 'content/messages.ts']) {
    expect(after[name]).toBe(before[name]);
  }
  expect(
    node('node_modules/@biomejs/biome/bin/biome', 'format', '--vcs-enabled=false', 'content')
      .status,
  ).toBe(0);

  const read = `const { content, checkContent } = await import('./model/check.ts');
    checkContent(); console.log(JSON.stringify(content));`;
  const content = JSON.parse(node('--input-type=module', '--eval', read).stdout);
  expect(content.identity).toMatchObject({
    person,
    firm: 'Östlund & Co [Risk]',
    phone: '+46 70 174 06 35',
    office: { city: 'Malmö' },
    country: 'SE',
    answerWithin: 'two working days',
    socialLinks: [
      { id: 'linkedin', label: 'LinkedIn', url: 'https://www.linkedin.com/in/ostlund' },
      { id: 'social-coop', label: 'social.coop', url: 'https://social.coop/@ostlund' },
    ],
    companyLinks: [
      { id: 'northbank', label: 'Northbank', url: 'https://northbank.se/' },
      { id: 'at-3-akrar', label: '3 Åkrar', url: 'https://akrar.se/' },
      { id: 'dana-co-il', label: 'דנה', url: 'https://www.dana.co.il/' },
    ],
  });
  expect(content.identity.office).not.toHaveProperty('region');
  expect(content.identity).not.toHaveProperty('incidentHours');
  expect(content.hero.headline).toEqual(['One line.', 'And another.']);
  expect(content.expertise.timeline).toMatchObject([
    { from: 2021, to: null, company: 'Östlund & Co [Risk]' },
    { from: 2012, to: 2021, role: 'Head of fraud', company: 'Northbank', link: 'northbank' },
    { from: 2006, to: 2009, role: 'Analyst', company: '3 Åkrar', link: 'at-3-akrar' },
    { from: 2004, to: 2006, role: 'Clerk', company: 'דנה', link: 'dana-co-il' },
  ]);
  expect(after['content/resume.md']?.match(/^:::role.*$/gm)).toEqual([
    ':::role[Östlund \\& Co \\[Risk\\]]',
    ':::role[Northbank]',
    ':::role[3 Åkrar]',
    ':::role[דנה]',
  ]);

  const second = setup('--yes', ...flags);
  expect(second.stdout).toMatch(/^Nothing has changed\./);
  expect(filesOf(folder)).toEqual(after);
}, 120_000);

const refused: Record<string, string> = {
  '--person=': '--person must not be empty.',
  '--email=me@firm.con': '--email is impossible: “me@firm.con” cannot be an email address',
  '--phone=12': '--phone must be digits with the country code',
  '--country=Sweden': '--country must be a two-letter country code',
  '--time-zone=Malmö': '--time-zone must be the name of a time zone',
  '--since=3000': '--since must be a year between 1950 and',
  '--position=A | B': '--position must be like: Company | Role',
  '--position=A | B | 2009–2003 | C': '--position has years that cannot be: 2009–2003',
  '--position=A|B|2001-2003|C': '',
  '--position=A|D|2003-2004|E': '--position names A again',
  '--social=linkedin.com/in/x': '--social must be a web address beginning with https://',
  '--site-url=firm.com': '--site-url must be a web address (https://…), but is "firm.com"',
  '--city=A': '',
  '--city=B': '--city is given 2 times',
};

test('every bad option is refused by its name, and nothing is written', () => {
  const before = filesOf(folder);
  const { status, stderr } = setup('--yes', '--job-title=Other', ...Object.keys(refused));
  for (const message of Object.values(refused)) expect(stderr).toContain(message);
  expect(stderr.trim().split('\n')).toHaveLength(Object.values(refused).filter(Boolean).length + 1);
  expect(status).toBe(2);
  expect(filesOf(folder)).toEqual(before);
});

test.each([
  [['--smtp-url=', '--inbox-to=a@b.se'], '--inbox-to needs what sends the mail'],
  [['--smtp-url=smtps://user:1#ss@mail.b.se'], 'write # as %23'],
  [['--nmae=X'], "Unknown option '--nmae'"],
])('%j is refused, and nothing is written', (args, message) => {
  const before = filesOf(folder);
  const { status, stderr } = setup('--yes', '--job-title=Other', ...args);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('1#ss');
  expect(status).toBe(2);
  expect(filesOf(folder)).toEqual(before);
});

test('without a terminal it says what was not given', () => {
  const { status, stderr } = setup('--person=X', '--firm=Y');
  expect(stderr).toMatch(
    /There is no terminal to ask at\. Give --job-title, --email, .*; or --yes/,
  );
  expect(status).toBe(2);
});

test('help names every question with what stands there', () => {
  const { status, stdout } = setup('--help');
  for (const { name } of questions) expect(stdout).toContain(`\n  --${name}\n`);
  expect(stdout).not.toContain('smtps://u:p@');
  expect(status).toBe(0);
});

/** A terminal at which the answers are typed, one for each prompt that is shown. */
const terminal = (answers: string[]) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  let shown = '';
  let typed = '';
  const output = Object.assign(
    new Writable({
      write: (chunk, _, done) => {
        const text = String(chunk);
        shown += text;
        const question = text.match(new RegExp(`(?:${S_STEP_ACTIVE}|${S_STEP_ERROR})[^\\n]*`))?.[0];
        if (question && question !== typed) {
          typed = question;
          setImmediate(() => input.write(answers.shift() ?? '\x03'));
        }
        done();
      },
    }),
    { isTTY: true, columns: 200, rows: 40 },
  );
  return { input: input as never, output: output as never, shown: () => shown };
};

test('a bad answer is asked again, and Ctrl-C half-way leaves every file as it was', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const before = filesOf('.');
  const { input, output, shown } = terminal(['New Name\r', 'New Firm\r', '\r', 'nobody\r']);
  expect(await runSetup(['--city=Malmö'], input, output)).toBe(130);
  expect(shown()).toContain('This must be an email address');
  expect(said.mock.calls).toEqual([['Nothing has changed.']]);
  said.mockRestore();
  expect(filesOf('.')).toEqual(before);
});
