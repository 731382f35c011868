import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { subjectOf } from '#inbox/kinds/subject.ts';
import { localTimeWithZone } from '#inbox/local-time.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { widthOf } from '#inbox/wrap.ts';
import { formatCsv, formatJson, formatList, formatMessage, type Pages } from './format.ts';

const now = new Date('2026-01-02T06:30:00.000Z');

const submission = (
  fields: Record<string, string>,
  over: Partial<Submission> = {},
): Submission => ({
  id: 1,
  kind: 'enquiry',
  receivedAt: '2026-01-02T03:04:05.000Z',
  idempotencyKey: null,
  fields,
  delivery: { nextAttemptAt: null, attempts: 0, lastError: null, deliveredAt: null },
  seenAt: null,
  answeredAt: null,
  time: null,
  ...over,
});

const textOf = async (
  format: (pages: Pages) => AsyncIterable<string>,
  ...submissions: Submission[]
): Promise<string> =>
  (await Array.fromAsync(format(Readable.from(submissions.map((one) => [one]))))).join('');

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace-Byron',
  email: 'augusta.ada.lovelace-byron@analytical-engines.example.com',
  company: 'Analytical Engines & Difference Machines (Manufacturing and Holding) Ltd',
  role: 'Head of risk, chargebacks and everything else that goes wrong at night',
  message:
    'On Tuesday we lost 40,000 to cards that never left their owners’ pockets – see\n\nhttps://reports.analytical-engines.example.com/2026/01/losses?by=card&of=tuesday, thanks.',
};
const failed = { nextAttemptAt: '2026', attempts: 3, lastError: '451 Not now', deliveredAt: null };

test('the list names who, which firm, the first words, how long ago, and what is new (behavior 8.3)', async () => {
  const all = [
    submission(ada, { id: 4711 }),
    submission(
      { name: 'Cyd', message: 'Next week?' },
      { kind: 'booking', receivedAt: '2025-12-24T00:00:00.000Z', answeredAt: '2026' },
    ),
    submission(
      { email: 'b@example.com' },
      { id: 3, kind: 'subscriber', receivedAt: '2023-01-02T00:00:00.000Z', seenAt: '2026' },
    ),
    submission({ firstName: 'Dee' }, { delivery: failed, receivedAt: '2026-01-02T06:00:00.000Z' }),
    submission({ email: `${'a'.repeat(60)}@example.com` }),
  ];
  expect(await textOf((pages) => formatList(pages, now, 80), ...all)).toBe(
    `    ID  Age     State     From
  4711  3 h     new       Ada Lovelace-Byron, Analytical Engines & Difference …
                          enquiry: On Tuesday we lost 40,000 to cards that …
     1  9 d     answered  Cyd
                          booking: Next week?
     3  3 y               b@example.com
                          subscriber
     1  30 min  new       Dee
                          enquiry
                          Not delivered yet, 3 attempts: 451 Not now
     1  3 h     new
  ${'a'.repeat(60)}@example.com
                          enquiry
`,
  );
});

test.each([40, 80, 132])(
  'at %i columns no line is wider, and one message is whole',
  async (width) => {
    const whole = formatMessage(submission(ada), now, width);
    const list = await textOf((pages) => formatList(pages, now, width), submission(ada));
    // A word that is wider than the window stays whole.
    for (const line of `${whole}${list}`.split('\n')) {
      if (widthOf(line) > width) expect(line).toMatch(/^ {2}\S+$/);
    }
    const words = whole.split(/\s+/);
    expect(words).toEqual(expect.arrayContaining(Object.values(ada).join(' ').split(/\s+/)));
    expect(words.join(' ')).toContain(localTimeWithZone('2026-01-02T03:04:05.000Z'));
    const link = `mailto:${ada.email}?subject=${encodeURIComponent(`Re: ${subjectOf(submission(ada))}`)}`;
    expect(words).toContain(link);
  },
);

test('what a visitor typed moves no cursor, adds nothing to the reply, and is exact in JSON (behavior 8.3)', async () => {
  const message = ' a\u0000\ud800\u001b[2Jb\u202ec\rd\u0085 "quoted" \n ';
  const harmful = submission({ email: 'a@b?bcc=c@d&body=x\ny', message }, { delivery: failed });
  const whole = formatMessage(harmful, now, 80);
  const json = await textOf(formatJson, harmful, harmful);
  const parts = [
    whole,
    json,
    await textOf(formatCsv, harmful),
    await textOf((pages) => formatList(pages, now, 80), harmful),
  ];
  for (const part of parts) expect(part).not.toMatch(/[\u001b\u202e\u0085]|c\r/);
  expect(whole).toContain('mailto:a@b%3Fbcc%3Dc%40d%26body%3Dx%0Ay?subject=Re%3A%20');
  expect(JSON.parse(json).map((entry: { message: string }) => entry.message)).toEqual([
    message,
    message,
  ]);
  expect(JSON.parse(await textOf(formatJson))).toEqual([]);
});

// What is not seen in a cell, and what spreadsheets may drop.
const unseen =
  '\0 \u0001 \t \n \r \u001b \u0085 \u00a0 \u034f \u115f \u200b \u2028 \u202e \u3164 \ufe0f \ufeff \u{e0020} \ud800';

test('no cell of the CSV starts a formula, whatever is before it unseen (behavior 8.3)', async () => {
  for (const sign of '=+-@＝＋－＠﹦⁺−') {
    for (const before of ['', ' ', ...unseen.split(' '), unseen]) {
      const csv = await textOf(formatCsv, submission({ message: `${before}${sign}1+1` }));
      expect(csv).toMatch(/,"'[^"]*1\+1",/);
    }
  }
  const csv = await textOf(
    formatCsv,
    submission({ firstName: 'A;b', message: 'a,"=b"\nc', fax: '12' }),
  );
  expect(csv).toMatch(
    /^\ufeff"id","kind","receivedAt","answeredAt","firstName",.*"otherFields"\r\n"1",/,
  );
  expect(csv).toContain(',"a,""=b""\nc",');
  expect(csv).toMatch(/,"{""fax"":""12""}"\r\n$/);
});
