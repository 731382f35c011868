import fs from 'node:fs';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { expect, onTestFinished, test } from 'vitest';
import { instantOf } from '#booking/zones.ts';
import { ownerZone } from '#inbox/kinds/booked-time.ts';
import { startMailApi } from '#inbox/tests/mail-api.ts';
import { startMailServer } from '#inbox/tests/mail-server.ts';
import { runInbox } from './inbox.ts';
import { makePlace } from './tests/at-terminal.ts';

test('a submission is listed, shown and erased; showing it in a terminal marks it as seen (behavior 8.3)', async () => {
  const { add, walk } = makePlace(runInbox);
  for (let n = 1; n <= 22; n++) add(`No ${n}.`, `20${n + 10}-01-02`);
  await walk([
    ['', 0, /^ +ID .*\n +22 .* new .*\n.*enquiry: No 22\.[\s\S]* 1 .* new/],
    ['list', 0, /\n… and 2 older: use --all, or --since 3m/, { columns: 80 }],
    ['list --all', 0, / 22 +-?\d+ \w+ {8}[\s\S]* 2 .* new/, { columns: 80 }],
    ['3', 0, /^ID +3, enquiry\n[\s\S]*Delivery +Kept here only/],
    ['erase 3', 1, /^Nothing was erased\. Without a terminal, --yes confirms it\.$/],
    ['erase 3', 1, /^Nothing was erased\./, { answer: 'y' }],
    ['erase 3', 0, /^ +3 .*\n +enquiry: No 3\.\nErased: 1\.$/, { answer: 'yes' }],
    ['show 3', 1, /^No submission has the ID 3\.$/],
  ]);
});

test('a booked time is moved and cancelled, and the owner learns whether the visitor gets a mail (behavior 9.4)', async () => {
  const { open, walk } = makePlace(runInbox);
  using database = open();
  for (const start of ['2099-03-04T09:00', '2099-03-04T12:00', '2020-03-04T12:00']) {
    const from = instantOf(start, ownerZone) ?? Number.NaN;
    const [time, end] = [from, from + 1_800_000].map((each) => new Date(each).toISOString());
    database.exec(`INSERT INTO submission
      (starts_at, blocked_from, blocked_until, key_hash, kind, received_at, fields) VALUES ('${time}',
      '${time}', '${end}', '${time}', 'booking', '2020', '{"email":"\u202eada@example.com.","minutes":"30"}')`);
  }
  const environment = { SMTP_URL: 'smtp://localhost', INBOX_TO: 'owner@firm.com' };
  await walk([
    ['list --kind booking', 0, /booking: .*2099/, { columns: 200 }],
    ['move 1 --to 2099-03-04T12:10', 1, /^Another booking is at that time, or too close/],
    ['move 1 --to 2020-03-04T12:10', 1, /^That time is in the past\. Nothing was changed\.$/],
    ['move 1 --to 2099-03-04', 2, /^--to must be a time on your clock/],
    ['move 1 --to 2099-03-04T20:15', 0, /^1 is moved: .*to nobody.*mailto:ada@example\.com\?/s],
    ['move 1 --to 2099-03-04T21:15', 0, /the\s+visitor\s+\(ada@example\.com\)/, { environment }],
    ['cancel 1', 0, /^1 is cancelled: /],
    ['cancel 1', 1, /^1 is cancelled\. Nothing was changed\.$/],
    ['cancel 3', 1, /^3 is over\. Nothing was changed\.$/],
  ]);
});

test('a mistake is a sentence, earlier forms of a call get the current one, and help fits a narrow window', async () => {
  const { run, walk } = makePlace(runInbox);
  await walk([
    ['', 1, /^There is no inbox: .* is missing\./],
    // As for the folder of another user, except root's: the inbox may exist.
    ['', 1, /^The inbox .* cannot be opened/, { environment: { DATA_DIR: 'package.json' } }],
    ['shoe 1', 2, /^"shoe" is neither a command nor an ID: npm run inbox -- --help$/],
    ['show', 2, /^ID is missing: npm run inbox -- show --help$/],
    ['show one', 2, /^"one" is not an ID: npm run inbox -- show --help$/],
    ['erase 1 2 --host preview', 2, /^"2" is an unexpected argument: npm run inbox -- erase --/],
    ['show 1 --since 2w', 2, /^Unknown option '--since': npm run inbox -- show --help$/],
    ['--erase 17 --yes', 2, /^This command is now: npm run inbox -- erase 17 --yes$/],
    ['--host workers --erase 17', 2, /: npm run inbox -- erase --host workers 17$/],
    ['list --kind spam', 2, /^--kind must be enquiry, .*, but is "spam"/],
  ]);
  for (const line of ['--help', 'list --help']) {
    const { stdout } = await run(line, { columns: 40 });
    expect(stdout).toMatch(/^npm run inbox -- [\s\S]*\n {2}(?:list|--host HOST)\n/);
    expect(Math.max(...stdout.split('\n').map((row) => stringWidth(row)))).toBeLessThanOrEqual(40);
  }
});

test('an export is complete or missing, and private; erased data is gone from the files; a read-only inbox can be read (behavior 8.3)', async () => {
  const { folder, open, run, add, walk } = makePlace(runInbox);
  using other = open();
  add('Private');
  const file = join(folder, 'inbox.json');
  fs.writeFileSync(file, 'old', { mode: 0o644 });
  expect((await run(`export --output ${file}`)).stdout).toBe(`Written to ${file}.`);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  other.exec("UPDATE submission SET fields = 'spoilt'");
  await expect(run(`export --output ${file}`)).rejects.toThrow();
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject([{ message: 'Private' }]);
  expect(fs.readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  other.exec("UPDATE submission SET fields = '{}'; BEGIN");
  other.prepare('SELECT * FROM submission').all();
  await walk([
    ['export --output inbox.txt', 2, /^--output must end in \.csv or \.json, but is "inbox\.txt"$/],
    ['erase 1 --yes', 0, /Erased: 1\. Another program is reading the inbox, so its -wal/],
  ]);
  other.exec('COMMIT');
  add('Readable');
  other.exec("CREATE TRIGGER t BEFORE UPDATE ON submission BEGIN SELECT RAISE(FAIL, 'full'); END");
  const { stdout, stderr } = await run('list', { columns: 80 });
  expect(stdout + stderr).toMatch(/ReadableThe inbox .*, and nothing was changed: full$/);
});

test('a test goes through the mail server, the mail service or the webhook, and their answer is shown', async () => {
  const [mails, api] = [await startMailServer(), await startMailApi()];
  onTestFinished(() => Promise.all([mails.close(), api.close()]).then(() => {}));
  const { walk } = makePlace(runInbox);
  const smtp = { SMTP_URL: mails.url, INBOX_TO: 'owner@firm.com', RESEND_BASE_URL: api.url };
  const resend = { ...smtp, RESEND_API_KEY: 're_1' };
  await walk([
    ['test-mail', 0, /^127.* accepted a test\. If owner@firm\.com gets/, { environment: smtp }],
    ['test-mail --host workers', 0, /^127.* accepted a test\./, { environment: resend }],
    ['test-mail --host workers', 1, /RESEND_API_KEY/, { environment: smtp }],
    ['test-mail', 0, /a test\.$/, { environment: { INBOX_WEBHOOK_URL: `${api.url}/x` } }],
    ['test-mail', 1, /set SMTP_URL/],
  ]);
  mails.mood = 'refuses';
  const refused = /refused the test mail: .*550 5\.1\.1 .* is no more$/;
  await walk([['test-mail', 1, refused, { environment: smtp }]]);
  expect([mails.received.length, api.requests.length]).toEqual([1, 2]);
});
