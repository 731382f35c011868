import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadContent } from '#model/content.ts';
import { runSetup } from './command.ts';
import { startDraft } from './draft.ts';
import { newAvailability } from './questions.ts';

const service = (id: string, title: string) => ({
  id,
  title,
  duration: '2 weeks',
  weeks: [2, 2],
  consultation: 30,
  summary: 'Short.',
  description: 'Longer.',
  deliverables: ['A report'],
  message: 'I would like to talk about it.',
});
const role = (company: string, from: number, to: number | null) => ({
  from,
  to,
  role: 'Analyst',
  company,
  text: 'Read cases.',
});

/** What the tests rely on, whatever the site’s own content is. */
const fixture: Record<string, Record<string, unknown>> = {
  identity: {
    firm: 'Old Firm',
    person: 'Old Name',
    phone: '+12065550142',
    office: { city: 'Seattle', region: 'WA' },
    country: 'US',
    answerWithin: '24 hours',
    socialLinks: [{ id: 'github', label: 'GitHub', url: 'https://github.example.com/x' }],
    companyLinks: [{ id: 'bank', label: 'Bank', url: 'https://bank.example.com/' }],
  },
  site: {
    language: 'en-US',
    currency: 'USD',
    timeZone: 'America/New_York',
    booking: true,
    newsletter: true,
  },
  availability: { weeklyHours: { tuesday: ['09:00–12:00'] } },
  hero: {
    headline: ['One line.'],
    claims: [{ figure: '5', unit: 'cases', text: 'read', source: 2001 }],
  },
  services: { items: [service('one', 'First'), service('two', 'Second')] },
  expertise: {
    timeline: [
      role('Old Firm', 2020, null),
      { ...role('Bank', 2010, 2020), link: 'bank' },
      role('Post', 2001, 2010),
    ],
  },
};

let root: string;
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8');
const contentOf = () => loadContent(root).content;

beforeEach(() => {
  // What is set there would win over .env.
  for (const name of ['SITE_URL', 'SMTP_URL', 'INBOX_TO']) vi.stubEnv(name, undefined);
  root = mkdtempSync(join(tmpdir(), 'setup-test-'));
  cpSync('content', join(root, 'content'), { recursive: true });
  const draft = startDraft(root);
  draft.set('content/availability.yaml', [], newAvailability('America/New_York'));
  for (const [name, fields] of Object.entries(fixture)) {
    for (const [field, value] of Object.entries(fields)) {
      draft.set(`content/${name}.yaml`, [field], value);
    }
  }
  draft.edit('content/resume.md', () =>
    ['Old Firm', 'Bank', 'Post'].map((name) => `:::role[${name}]\n- At ${name}.\n:::\n\n`).join(''),
  );
  draft.write();
});
afterEach(() => {
  rmSync(root, { recursive: true });
  vi.unstubAllEnvs();
});

// The escape character is none that Biome lets into a regular expression.
const escapes = new RegExp(`${'\x1b'}\\[\\d*[A-Z]`, 'g');

/** Every file with its text. */
const snapshot = (): Record<string, string> =>
  Object.fromEntries(
    ['.env', ...readdirSync(join(root, 'content'), { recursive: true }).map((n) => `content/${n}`)]
      .filter((name) => /\.(?:yaml|md|env)$/.test(name) && existsSync(join(root, name)))
      .map((name) => [name, textOf(name)]),
  );

/** Ctrl-C and Ctrl-D. */
const keys = ['\x03', '\x04'];

/** What is typed at the prompts that begin so, one after another; at all others Enter, and at last no. */
type Typed = Record<string, string[]>;

const run = async (args: string[], typed: Typed = {}) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const left = structuredClone(typed);
  let shown = '';
  const output = new Writable({
    write: (chunk, _, done) => {
      const text = String(chunk).replaceAll(escapes, '');
      shown += text;
      const prompt = /^(?:\d+\. |\n?)(.*): $/m.exec(text)?.[1];
      if (prompt) {
        const name = Object.keys(left).find((begin) => prompt.startsWith(begin)) ?? '';
        const answer = left[name]?.shift() ?? (prompt.startsWith('Write it') ? 'no' : '');
        setImmediate(() => input.write(keys.includes(answer) ? answer : `${answer}\r`));
      }
      done();
    },
  });
  const code = await runSetup(args, { input, output, errors: output }, root);
  return { code, shown };
};

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const refused = {
  '--person=': 'person must not be empty',
  '--firm=-': 'firm must contain letters, but is “-”',
  '--service-1-title=-': 'title must contain letters, but is “-”',
  '--answer-within=soon': 'answerWithin must be an amount of time, such as 24 hours',
  [`--headline=${'long '.repeat(38)}`]: 'the 1st sentence must have at most 80 characters',
  '--language=tlh': 'but not for “tlh”: translate content/words/en.yaml',
  '--currency=DOLLAR': 'currency must be the code of a currency',
  '--country=UK': 'country must be a two-letter country code',
  '--time-zone=Malmö': 'timeZone must be the name of a time zone',
  '--monday=9-17': 'must be hours such as 09:00–12:30',
  '--phone=+12065551': 'cannot be a phone number: no country gives out such a one',
  '--email=me@firm.con': 'cannot be an email address: there is no “.con”',
  '--service-1-price=18000 USD': 'must be an amount, such as 18000',
  '--service-2-weeks=5–3': 'weeks must begin with the smaller number',
  '--since=3000': 'the year must not be in the future',
  '--position-2=A | B': 'the position must be like: Company | Role',
  '--position-4=Post | B | 2001–2002 | C': 'at Post, and so is another; each company has one',
  '--social=linkedin.com/in/x': 'must be a web address beginning with https://',
  '--site-url=firm.com': 'must be a web address (https://…), but is "firm.com"',
  '--smtp-url=smtps://user:1#ss@mail.b.se': 'write # as %23',
  '--service-8-title=X': '--service-8-title has no place beside the other answers',
};

test('every bad answer is refused by its name, and nothing is written', async () => {
  const before = snapshot();
  const { code, shown } = await run(['--yes', '--job-title=Other', ...Object.keys(refused)]);
  for (const message of Object.values(refused)) expect(shown).toContain(message);
  expect(shown.trim().split('\n')).toHaveLength(Object.keys(refused).length + 1);
  expect(shown).not.toContain('1#ss');
  expect(code).toBe(2);
  expect(snapshot()).toEqual(before);
});

test.each([
  [['--nmae=X'], "Unknown option '--nmae'"],
  [['--inbox-to=a@b.se'], '--inbox-to has no place beside the other answers'],
  [['--service-1=remove', '--service-2=remove'], '--service-3-title is missing'],
  [['--sunday=23:00–23:15'], 'must leave room for the shortest consultation'],
  [days.map((day) => `--${day}=00:00–24:00`), 'step is 30, which makes up to'],
])('%j is refused, and nothing is written', async (options, message) => {
  const before = snapshot();
  const { code, shown } = await run(['--yes', ...options]);
  expect(shown).toContain(message);
  expect(code).toBe(2);
  expect(snapshot()).toEqual(before);
});

const given = [
  `--person=דנה "D." כהן \${x} \\ O'Hara: 🦊 # no`,
  '--firm=Östlund & Co [Risk]',
  '--phone=+46 (0)70-174 06 35',
  '--region=-',
  '--country=se',
  '--time-zone=Europe/Stockholm',
  '--answer-within=two working days',
  '--currency=sek',
  '--language=de',
  '--newsletter=no',
  '--monday=9:00-12:00, 13:00–17:00',
  '--headline=One line. / And another.',
  '--service-1=remove',
  '--service-2-price=from 9,500 a month',
  '--service-3-title=Über Board: a seat',
  '--service-3-duration=3 months',
  '--service-3-weeks=12-14',
  '--service-3-minutes=45',
  '--service-3-summary=I sit in.',
  '--service-3-deliverables=A voice / A vote',
  '--since=2019',
  '--position-3=-',
  '--position-4=3 Åkrar | Clerk | 2006–2009 | Read letters. | https://akrar.se/',
  '--social=https://www.linkedin.com/in/x https://social.coop/@x',
  '--site-url=https://ostlund-risk.se',
  '--smtp-url=smtps://u:p@mail.ostlund-risk.se:465',
  '--inbox-to=hello@ostlund-risk.se',
];

test('answers become content with all that follows from them, and a second run changes nothing', async () => {
  mkdirSync(join(root, 'papers'));
  writeFileSync(join(root, '.env'), '# Ours.\nRATE_LIMIT=5 # a minute\n');
  const { code, shown } = await run(['--yes', ...given]);
  expect(shown).toContain('now name the newest: 5 cases');
  expect(shown).toContain('npm run build --workspace=papers');
  expect(code).toBe(0);
  const content = contentOf();
  expect(content?.identity).toMatchObject({
    person: `דנה "D." כהן \${x} \\ O'Hara: 🦊 # no`,
    phone: '+46 70 174 06 35',
    country: 'SE',
    office: { city: 'Seattle' },
    socialLinks: [
      { id: 'linkedin', label: 'LinkedIn', url: 'https://www.linkedin.com/in/x' },
      { id: 'social-coop', label: 'social.coop', url: 'https://social.coop/@x' },
    ],
    companyLinks: [
      { id: 'bank', label: 'Bank', url: 'https://bank.example.com/' },
      { id: 'at-3-akrar', label: '3 Åkrar', url: 'https://akrar.se/' },
    ],
  });
  expect(content?.identity.office).not.toHaveProperty('region');
  expect(content?.site).toMatchObject({ currency: 'SEK', language: 'de', newsletter: false });
  expect(content?.hero.headline).toEqual(['One line.', 'And another.']);
  expect(content?.hero.claims).toMatchObject([{ source: 2019 }]);
  expect(content?.availability).toMatchObject({
    timeZone: 'Europe/Stockholm',
    weeklyHours: { monday: ['09:00–12:00', '13:00–17:00'], tuesday: ['09:00–12:00'] },
  });
  expect(content?.services.items).toMatchObject([
    { id: 'two', title: 'Second', price: { amount: 9500, isStarting: true, per: 'a month' } },
    {
      id: 'uber-board-a-seat',
      weeks: [12, 14],
      consultation: 45,
      description: 'I sit in.',
      deliverables: ['A voice', 'A vote'],
      message: expect.stringContaining('Über Board: a seat'),
    },
  ]);
  expect(content?.services.items[1]).not.toHaveProperty('price');
  expect(content?.expertise.timeline).toMatchObject([
    { company: 'Östlund & Co [Risk]', from: 2019, to: null },
    { company: 'Bank', link: 'bank' },
    { company: '3 Åkrar', from: 2006, to: 2009, link: 'at-3-akrar' },
  ]);
  expect(textOf('content/resume.md').match(/^:::role.*|^- .*/gm)).toEqual([
    ':::role[Östlund \\& Co \\[Risk\\]]',
    '- At Old Firm.',
    ':::role[Bank]',
    '- At Bank.',
    ':::role[3 Åkrar]',
  ]);
  expect(textOf('.env')).toBe(
    '# Ours.\nRATE_LIMIT=5 # a minute\nSITE_URL=https://ostlund-risk.se\nSMTP_URL=smtps://u:p@mail.ostlund-risk.se:465\nINBOX_TO=hello@ostlund-risk.se\n',
  );

  const after = snapshot();
  const again = given.filter((option) => /^--(?!service|position)/.test(option));
  expect((await run(['--yes', ...again])).shown).toBe('Nothing has changed.\n');
  expect(snapshot()).toEqual(after);
}, 60_000);

test('without a current role, a year makes one; the role is what the owner is', async () => {
  const draft = startDraft(root);
  draft.set('content/expertise.yaml', ['timeline'], [role('Bank', 2010, 2020)]);
  draft.write();
  const { shown } = await run(['--yes', '--since=2021', '--job-title=Advisor']);
  expect(shown).toContain('--own-text is missing');
  await run(['--yes', '--since=2021', '--job-title=Advisor', '--own-text=I advise.']);
  expect(contentOf()?.expertise.timeline).toMatchObject([
    { company: 'Old Firm', role: 'Advisor', from: 2021, to: null },
    { company: 'Bank' },
  ]);
});

test('no hours on any day are no calendar, and hours make one again', async () => {
  const name = 'content/availability.yaml';
  writeFileSync(join(root, name), `# The head.\n\n# Of the zone.\n${textOf(name)}`);
  await run(['--yes', ...days.map((day) => `--${day}=-`)]);
  expect(textOf(name)).toBe('# The head.\nnull\n');
  expect(contentOf()).toMatchObject({ availability: null });
  await run(['--yes', '--friday=09:00–12:00']);
  expect(contentOf()?.availability?.weeklyHours).toEqual({ friday: ['09:00–12:00'] });
  expect(textOf(name)).toMatch(/^# The head\.\ntimeZone: /);
});

test('at a terminal, a mistake is asked again, back goes back, and a summary comes before writing', async () => {
  const before = snapshot();
  const typed = { 'Name of your firm': ['-', 'New Firm'], 'Your name': ['Wrong', 'New Name'] };
  const back = { 'What you are': ['<'] };
  const no = await run([], { ...typed, ...back });
  expect(no.shown).toContain('firm must contain letters, but is “-”.');
  expect(no.shown).toContain(
    'This changes:\n1. Name of your firm: Old Firm → New Firm\n2. Your name: Old Name → New Name\n',
  );
  expect(no.shown).toMatch(/Nothing has changed\.\n$/);
  expect(no.code).toBe(0);
  expect(snapshot()).toEqual(before);

  const yes = await run([], { ...typed, 'Write it': ['what?', '2', 'yes'] });
  expect(yes.shown).toContain('Your name: Old Name → New Name');
  expect(yes.shown).not.toContain('papers');
  expect(yes.code).toBe(0);
  expect(contentOf()?.identity).toMatchObject({ firm: 'New Firm', person: 'New Name' });
}, 60_000);

test('at a terminal, answers that are wrong together can be corrected, and are not written', async () => {
  const before = snapshot();
  const { code, shown } = await run([], {
    'Times they': days.map(() => '00:00–24:00'),
    'Write it': ['yes'],
  });
  expect(shown).toContain('step is 30, which makes up to');
  expect(shown).toContain('Please answer no, or the number of a question');
  expect(code).toBe(0);
  expect(snapshot()).toEqual(before);
}, 60_000);

test('services are kept, changed, removed and added, as many as there are', async () => {
  await run([], {
    'Service “First”': ['remove'],
    'Service “Second”': ['change'],
    'Title of another': ['Third', 'Fourth'],
    Title: ['Two!'],
    'How long': ['', '3 weeks', '4 weeks'],
    'The same in weeks': ['', '3', '4'],
    Minutes: ['45', '30', '60'],
    Price: ['-', '2000', '-'],
    'Summary in one': ['', 'Third one.', 'Fourth one.'],
    'What the client gets': ['', 'A report', 'A report'],
    'Write it': ['yes'],
  });
  expect(contentOf()?.services.items).toMatchObject([
    { id: 'two', title: 'Two!', consultation: 45, description: 'Longer.' },
    { id: 'third', weeks: [3, 3], price: { amount: 2000 }, deliverables: ['A report'] },
    { id: 'fourth', duration: '4 weeks', consultation: 60, description: 'Fourth one.' },
  ]);
}, 60_000);

test.each(keys)('Ctrl-C and Ctrl-D (%j) half-way leave every file as it was', async (key) => {
  const before = snapshot();
  const { code, shown } = await run([], { 'Name of your firm': ['New Firm'], 'Your name': [key] });
  expect(shown).toMatch(/\nNothing has changed\.\n$/);
  expect(code).toBe(130);
  expect(snapshot()).toEqual(before);
});

test('answers come from a file as well; when it ends too early, nothing is written', async () => {
  const before = snapshot();
  let shown = '';
  const output = new Writable({
    write: (chunk, _, done) => {
      shown += chunk;
      done();
    },
  });
  const input = new PassThrough().end('New Firm\nNew Name\n');
  expect(await runSetup([], { input, output, errors: output }, root)).toBe(2);
  expect(shown).toMatch(
    /3\. .*\nThe input ended before the last question\.\nNothing has changed\.\n$/,
  );
  expect(snapshot()).toEqual(before);
});

test('a password is neither echoed nor shown', async () => {
  const url = 'smtps://u:secret@mail.b.se:465';
  writeFileSync(join(root, '.env'), `SMTP_URL=${url}\nINBOX_TO=a@b.se\n`);
  const { shown } = await run([], { 'Mail server': [url.replace('secret', 'hidden')] });
  expect(shown).toContain('set, and not shown → set, and not shown');
  expect(shown).not.toMatch(/secret|hidden/);
  expect((await run(['--help'])).shown).not.toContain('secret');
}, 60_000);

test('help names every question with what is there', async () => {
  const { code, shown } = await run(['--help']);
  for (const name of ['firm', 'region', 'service-N-price', 'position-N', 'monday', 'smtp-url']) {
    expect(shown).toContain(`\n  --${name}\n`);
  }
  expect(code).toBe(0);
});
