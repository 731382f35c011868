import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Submission } from '#inbox/stores/store.ts';
import { widthOf } from '#inbox/wrap.ts';
import { formatCsv, formatJson, formatList, formatMessage, type Pages } from './format.ts';

const now = new Date('2026-01-02T06:30:00.000Z');
const submission = (fields: Record<string, string>): Submission => ({
  ...{ id: 17, kind: 'enquiry', receivedAt: '2026-01-02T03:04:05.000Z', idempotencyKey: null },
  ...{ fields, seenAt: null, answeredAt: null, time: null },
  delivery: { nextAttemptAt: '2026', attempts: 3, lastError: '451 Not now', deliveredAt: null },
});
const textOf = (format: (pages: Pages) => AsyncIterable<string>, one: Submission) =>
  text(format(Readable.from([[one]])));
const list = (one: Submission, width: number) =>
  textOf((pages) => formatList(pages, now, width), one);

test('the list names who, which firm, the first words, how long ago, what is new, and why it is not delivered; words and addresses stay whole (behavior 8.3)', async () => {
  const ada = {
    firstName: 'Ada',
    email: 'augusta.ada.lovelace-byron@analytical-engines.example.com',
    company: 'Analytical Engines & Difference Machines (Manufacturing and Holding) Ltd',
    message: `On Tuesday we lost 40,000 to cards that never left.\n\nhttps://example.com/${'x'.repeat(70)}, thanks.`,
  };
  expect(`\n${await list(submission(ada), 80)}`).toBe(`
    ID  Age     State     From
    17  3 h     new       Ada, Analytical Engines & Difference Machines …
                          enquiry: On Tuesday we lost 40,000 to cards that …
                          Not delivered yet, 3 attempts: 451 Not now
`);
  expect(await list(submission({ email: ada.email }), 60)).toContain(`\n  ${ada.email}\n`);
  for (const width of [40, 80, 132]) {
    const whole = formatMessage(submission(ada), now, width);
    for (const line of `${whole}${await list(submission(ada), width)}`.split('\n')) {
      if (widthOf(line) > width) expect(line).toMatch(/^ {2}\S+$/);
    }
    const words = Object.values(ada).join(' ').split(/\s+/);
    expect(whole.split(/\s+/)).toEqual(expect.arrayContaining(words));
  }
});

test('what a visitor typed moves no cursor, adds nothing to the reply, is exact in JSON, and starts no formula in CSV (behavior 8.3)', async () => {
  const message = ' a\u0000\ud800\u001b[2Jb\u202ec\rd\u0085 "quoted" \n ';
  const harmful = submission({ email: 'a@b?bcc=c@d&body=x\ny', message, fax: '12' });
  const whole = formatMessage(harmful, now, 80);
  const [json, csv] = [await textOf(formatJson, harmful), await textOf(formatCsv, harmful)];
  for (const part of [whole, json, csv]) {
    for (const control of ['\u001b', '\u202e', '\u0085', 'c\r'])
      expect(part).not.toContain(control);
  }
  expect(whole).toContain('mailto:a@b%3Fbcc%3Dc%40d%26body%3Dx%0Ay?subject=Re%3A%20');
  expect(JSON.parse(json)).toMatchObject([{ message }]);
  expect(csv).toMatch(/^\ufeff"id",.*\r\n"17",[\s\S]* ""quoted"" [\s\S]*,"{""fax"":""12""}"\r\n$/);
  // What is not seen in a cell, and what spreadsheets may drop.
  const unseen =
    '\0 \u0001 \t \n \r \u001b \u0085 \u00a0 \u034f \u115f \u200b \u2028 \u202e \u3164 \ufe0f \ufeff \u{e0020} \ud800';
  for (const sign of '=+-@＝＋－＠﹦⁺−') {
    for (const before of ['', ' ', ...unseen.split(' '), unseen]) {
      const cells = await textOf(formatCsv, submission({ message: `${before}${sign}1+1` }));
      expect(cells).toMatch(/,"'[^"]*1\+1",/);
    }
  }
});
