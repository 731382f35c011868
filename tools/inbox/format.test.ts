import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Submission } from '#inbox/stores/store.ts';
import { widthOf } from '#inbox/wrap.ts';
import { formatCsv, formatJson } from './export.ts';
import { formatEntry, formatMessage } from './format.ts';

const now = new Date('2026-01-02T06:30:00.000Z');
const submission = (fields: Record<string, string>): Submission => ({
  ...{ id: 17, kind: 'enquiry', receivedAt: '2026-01-02T03:04:05.000Z', idempotencyKey: null },
  ...{ fields, seenAt: null, answeredAt: null, time: null },
  delivery: {
    nextAttemptAt: '2026-01-02',
    attempts: 3,
    lastError: '451 Not now',
    deliveredAt: null,
  },
});

test('the list names who, which firm, the first words, how long ago, what is new, and why it is not delivered; words and addresses of a message stay whole (behavior 8.3)', () => {
  const ada = {
    firstName: 'Ada',
    company: 'Analytical Engines & Difference Machines (Manufacturing and Holding) Ltd',
    message: `We lost 40,000 to cards that never left.\n\nhttps://example.com/${'x'.repeat(70)}, thanks.`,
  };
  expect(formatEntry(submission(ada), now, 80)).toMatch(
    / {4}17 {2}3 h {5}new {7}Ada, Analytical Engines & Difference Machines …\n {8}enquiry: We lost .* left\. …\n {8}Not delivered yet, attempts: 3, next .* 2026.*451\s+Not now\n$/s,
  );
  for (const width of [40, 80, 132]) {
    const whole = formatMessage(submission(ada), now, width);
    for (const line of `${whole}${formatEntry(submission(ada), now, width)}`.split('\n')) {
      if (widthOf(line) > width) expect(line).toMatch(/^(?:Reply)? +\S+$/);
    }
    const words = Object.values(ada).join(' ').split(/\s+/);
    expect(whole.split(/\s+/)).toEqual(expect.arrayContaining(words));
  }
});

test('what a visitor typed moves no cursor, adds nothing to the reply, is exact in JSON, and starts no formula in CSV (behavior 8.3)', async () => {
  const textOf = (format: typeof formatCsv, fields: Record<string, string>) =>
    text(format(Readable.from([[submission(fields)]])));
  const message = ' a\u0000\ud800\u001b[2Jb\u202ec\rd\u0085 "quoted" \n ';
  const harmful = { email: 'a@b?bcc=c@d&body=x\ny', message, fax: '12' };
  const whole = formatMessage(submission(harmful), now, 80);
  const [json, csv] = [await textOf(formatJson, harmful), await textOf(formatCsv, harmful)];
  expect(whole + json + csv).not.toMatch(/(?!\r?\n)\p{Cc}|\p{Bidi_Control}/u);
  expect(whole).toContain('mailto:a@b%3Fbcc%3Dc%40d%26body%3Dx%0Ay?subject=Re%3A%20');
  expect(JSON.parse(json)).toMatchObject([{ message }]);
  expect(csv).toMatch(/^\ufeff"id",.*\r\n"17",[\s\S]* ""quoted"" [\s\S]*,"{""fax"":""12""}"\r\n$/);
  // What is not seen in a cell, and what spreadsheets may drop.
  const unseen =
    '\0 \u0001 \t \n \r \u001b \u0085 \u00a0 \u034f \u115f \u200b \u2028 \u202e \u3164 \ufe0f \ufeff \u{e0020} \ud800';
  for (const sign of '=+-@＝＋－＠﹦⁺−') {
    for (const before of ['', ' ', ...unseen.split(' '), unseen]) {
      const cells = await textOf(formatCsv, { message: `${before}${sign}1+1` });
      expect(cells).toMatch(/,"'[^"]*1\+1",/);
    }
  }
});
