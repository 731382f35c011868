import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseEnvFile } from '#hosting/read-environment.ts';
import { loadContent } from '#model/content.ts';
import { enterFolder } from '#model/tests/folder.ts';
import { changeOf, writeFiles } from './content-trial.ts';
import { assign, startDraft } from './setup/draft.ts';
import { runSetup } from './setup.ts';

const options = (answers: string, prefix = '') =>
  answers.split(/[|\n]/).map((answer) => `--${prefix}${answer.trim()}`);
const answers = `price=- | duration=2 weeks | weeks=2 / 3 | minutes=30 | summary=X.
  description=Y. | deliverables=A plan / A talk | message=I would like to talk.`;
const service = (number: number, title: string) =>
  options(`title=${title} | ${answers}`, `service-${number}-`);
/** A fixed owner, independent of the site's content. */
const owner =
  options(`firm=Old Firm | person=Old Name | job-title=Advisor | city=Seattle | region=WA
  country=US | language=en-US | time-zone=America/New_York | booking=YES | newsletter=No | services=2
  monday=09:00–12:00 / 13:00–17:00 | position-1-company=Old Firm | position-1-role=I
  position-1-from=2020 | position-1-to=- | position-2-company=Bank | position-2-role=I
  position-2-from=2001 | position-2-to=2010 | position-1-text=I advise. | position-2-text=I read.
  positions=2 | site-url=https://firm.com | smtp-url=smtps://u:p@firm.com:465 | inbox-to=a@firm.com`);
owner.push(...service(1, 'Risk'), ...service(2, 'Pricing'), '--service-1-price=18000');
const times =
  'timeZone: America/New_York\nweeklyHours: {}\nstep: 30\nbuffers: { before: 0, after: 0 }\nshortestNotice: 24\nhorizon: 42\nmostPerDay: 3\ndaysOff: []\n';

const project = fs.mkdtempSync(join(tmpdir(), 'setup-'));
const contentOf = () => loadContent().content ?? expect.fail('The content has mistakes');
const textOf = (name: string) => fs.readFileSync(name, 'utf8');
const texts = () => ['.env', ...fs.globSync('content/*.yaml')].map(textOf);
const replace = (name: string, words: RegExp, by: string) =>
  fs.writeFileSync(name, textOf(name).replace(words, by));

/** Answers the questions with these words, in order, further questions with Enter, and the summary with no. */
const run = async (args: string[], typed: Record<string, string[]> = {}) => {
  const left = structuredClone(typed);
  const shown: string[] = [];
  const ask = async (question: string) => {
    const words = Object.keys(left).find((each) => question.includes(each) && left[each]?.length);
    const answer = left[words ?? '']?.shift() ?? (question.startsWith('Write it') ? 'no' : '');
    if (answer === '^C') throw new DOMException('Aborted with Ctrl+C', 'AbortError');
    if (answer.endsWith('.env')) fs.appendFileSync('.env', '# Elsewhere.\n');
    shown.push(question, answer, '\n');
    return answer;
  };
  const say = async (text: string) => void shown.push(text);
  const terminal = { columns: 200, write: say, writeError: say, ask };
  await runSetup(args, {}, terminal).catch(({ message }) => shown.push(message));
  return shown.join('');
};

beforeAll(async () => {
  const here = process.cwd();
  fs.cpSync('content', join(project, 'content'), { recursive: true });
  process.chdir(project);
  fs.writeFileSync('content/availability.yaml', times);
  fs.writeFileSync('.env', '# Ours.\nA=" 5 " # a day\nSITE_URL=x', { mode: 0o644 });
  replace('content/site.yaml', /^newsletter:.*$/m, '$& # Ours.');
  replace('content/services.yaml', /^ +consultation:.*$/m, '$& # Ours.');
  const comments = () => texts().map((text) => text.match(/#.*$|\\u.*$/gm));
  const before = comments();
  expect(await run(['--yes', ...owner])).toMatch(/\nWritten: /);
  expect(comments()).toEqual(before);
  process.chdir(here);
});
beforeEach(() => {
  enterFolder();
  fs.cpSync(project, '.', { recursive: true });
});
afterAll(() => fs.rmSync(project, { recursive: true }));

test('options become content and variables, and a second run changes nothing', async () => {
  expect(contentOf()).toMatchObject({
    identity: { firm: 'Old Firm', office: { city: 'Seattle', region: 'WA' }, country: 'US' },
    availability: { weeklyHours: { monday: ['09:00–12:00', '13:00–17:00'] } },
    services: { items: [{ price: { amount: 18000 } }, { id: 'pricing', weeks: [2, 3] }] },
    expertise: { timeline: [{ company: 'Old Firm', to: null }, { to: 2010 }] },
  });
  expect(textOf('.env')).toMatch(/^# Ours\.\nA=" 5 " # a day\nSITE_URL=https:.*\nSMTP_URL=.*\n/);
  expect(contentOf().expertise.timeline[0]).not.toHaveProperty('link');
  expect(fs.statSync('.env').mode & 0o777).toBe(0o600);
  expect(await run(['--yes', ...owner])).toContain('changes:\nnothing\n\nNothing has changed.\n');
});

test('a variable is read as typed, whatever characters it has', () => {
  for (const KEY of ['k#1 "x" $y', "it's", "it's #1", '"quoted"', 'a\\n#b']) {
    expect(parseEnvFile(assign('KEY=old\n', { KEY }))).toEqual({ KEY });
  }
  // The editor's fields take several lines, but a variable has one.
  expect(assign('', { KEY: 'one\ntwo' })).toBe('KEY=one two\n');
});

test('after an answer that the schema refuses, the question is repeated, and the old value stays', async () => {
  const refused = [
    ['Your name', '-', 'person is missing'],
    ['Booking', 'maybe', 'booking must be true or false'],
    ['Mondays', '9-17', 'must be hours such as 09:00–12:30'],
    ['of your services', '9', 'items must have 1 to 8 entries, but has 9'],
    ['Service 1: price', '1.500 EUR', 'price.amount must be a number, but is “1.500 EUR”'],
    ['Service 2: price', '1.500', 'price.amount must be a number, but is “1.500”'],
    ['Mail server', 'smtps://user:1#ss@firm.com', 'write its # as %23'],
  ] as const;
  const before = texts();
  const shown = await run([], Object.fromEntries(refused.map(([words, bad]) => [words, [bad]])));
  const rows = refused.map(([words, , why]) => [shown.includes(why), shown.split(words).length]);
  expect(rows).toEqual(refused.map(() => [true, 3]));
  expect(shown).toContain('This changes:\nnothing\n');
  expect(texts()).toEqual(before);
  fs.appendFileSync('.env', 'PUBLISH_HOST=moon\n');
  expect(await run(['--publish-host=static'])).toContain('publish-host: static\n');
});

test.each([
  ['firm=', '--firm: firm is missing'],
  ['country=back', '--country: country must be a two-letter country code'],
  ['booking=no | friday=09:00–10:00', '--friday: it conflicts with the other answers'],
  ['services=3', 'the 3rd service: title is missing'],
  ['smtp-url=-', 'must be set when INBOX_TO is'],
  ['publish-host=moon', '--publish-host: PUBLISH_HOST must be machine, workers or static'],
  ['publish-host=static | form-address=https://api.web3forms.com/x', '--form-key: PUBLIC_FORM'],
  ['publish-host=workers | form-key=x', '--form-key: it conflicts with the other answers'],
])('--%s is refused, and nothing is written', async (option, message) => {
  const before = texts();
  expect(await run(options(`yes | city=Boston | ${option}`))).toContain(message);
  expect(texts()).toEqual(before);
});

test('all files are written, or none', async () => {
  const draft = startDraft();
  for (const at of ['identity.person', 'site.timeZone']) draft.set(at, undefined)();
  expect(draft.write()).toEqual([]);
  const before = texts();
  const typed = { 'Write it': ['yes, after .env'] };
  const shown = await run(['--firm=New', '--site-url=https://new.com'], typed);
  expect(shown).toContain('Nothing was written. .env has changed elsewhere');
  const after = before.with(0, `${before[0]}# Elsewhere.\n`);
  expect(texts()).toEqual(after);
  const files = { 'content/hero.yaml': 'New', 'content/hero.yaml/picture.jpg': 'New' };
  const unchanged = { 'content/hero.yaml': changeOf('content/hero.yaml') };
  expect(() => writeFiles(new Map(Object.entries(files)), unchanged)).toThrow();
  expect(texts()).toEqual(after);
});

test('back and a number lead to questions, done to the summary, which comes before writing', async () => {
  const typed = { 'Name of': ['New'], 'Your name': ['back', 'Wrong'], 'Your job': ['done'] };
  const shown = await run(['--city=Boston', '--services=1'], typed);
  const changes = '1. firm: New\n2. person: Wrong\n6. city: Boston\n24. services: 1\n';
  expect(shown).toContain(`This changes:\n${changes}\nWrite it?`);
  expect(await run([], { ...typed, 'Your job': ['^C'] })).toContain('Ctrl+C');
  const together = { 'Mail server': ['-'], 'Write it': ['yes', 'no'] };
  expect(await run([], together)).toMatch(/Correct \d+: SMTP_URL or RESEND_API_KEY must be set/);

  const names = {
    ...{ 'Name of': ['New'], 'Your name': ['Wrong', 'Wrong again', 'Right'] },
    ...{ 'Your job': ['done', 'Boss'], 'Email address for': ['back'] },
    'Write it': ['2', 'back', '4', 'Y'],
  };
  const written = /\nWritten: content\/identity.yaml\n`npm run doctor`/;
  expect(await run([], names)).toMatch(written);
  expect(contentOf().identity).toMatchObject({ firm: 'New', person: 'Right', jobTitle: 'Boss' });
});

test('lists have as many entries as wanted, and values that depend on an old answer are removed', async () => {
  replace('content/services.yaml', /amount: 18000/, '$&\n      per: a month');
  replace('content/availability.yaml', /America.New_York/, 'Asia/Tokyo');
  const titles = ['Ação: 2!', 'Other', 'Δ', 'Pricing?', 'Pricing'];
  const added = titles.flatMap((title, index) => service(index + 3, title));
  const changed = options(`language=pt-PT | time-zone=Europe/Lisbon | region=- | service-1-price=6
    position-2-company=Café | smtp-url=- | inbox-to=- | services=7`);
  await run(['--yes', ...added, ...changed]);
  const { services, identity, availability } = contentOf();
  const ids = ['risk', 'pricing', 'acao-2', 'other-2', 'service', 'pricing-2', 'pricing-2-2'];
  expect(services.items.map(({ id }) => id)).toEqual(ids);
  expect(services.items[0]?.price).toEqual({ amount: 6 });
  expect([identity.office, availability?.timeZone]).toEqual([{ city: 'Seattle' }, 'Asia/Tokyo']);
  await run(['--yes', '--services=1']);
  expect(contentOf().services.items).toMatchObject([{ id: 'risk' }]);
});
