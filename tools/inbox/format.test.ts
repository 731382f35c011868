import { expect, test } from 'vitest';
import { timeInWords } from '#booking/zones.ts';
import { site } from '#content/site.ts';
import { ownerZone } from '#inbox/kinds/booked-time.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { widthOf } from '#inbox/wrap.ts';
import { formatCsv, formatJson } from './export.ts';
import { formatEntry, formatMessage } from './format.ts';

const now = new Date('2026-01-02T06:30:00.000Z');
const receivedAt = '2026-01-02T03:04:05.000Z';
const delivery = { nextAttemptAt: '2026-06', attempts: 3, lastError: '451 No', deliveredAt: null };
const submission = (fields: Record<string, string>): Submission => ({
  ...{ id: 17, publicId: 'a', kind: 'enquiry', receivedAt },
  ...{ fields, delivery, seenAt: null, time: null },
});

test('the list has sender, firm, first words, age, the unread messages, and the reason why one is not delivered; words and addresses of a message stay whole (behavior 8.3)', () => {
  const company = 'Analytical Engines & Difference Machines (Manufacturing and Holding) Ltd';
  const message = `We lost 40,000 to cards.\n\nhttps://example.com/${'x'.repeat(70)}, thanks.`;
  const ada = { firstName: 'Ada', company, message };
  expect(formatEntry(submission(ada), now, 80)).toMatch(
    / {4}17 {2}3 h {5}new {2}Ada, Analytical Engines & Difference Machines …\n {8}enquiry: We lost .* cards\. …\n {8}Not delivered yet, attempts: 3, next .* 2026.*451 No\n$/s,
  );
  for (const width of [40, 80, 132]) {
    const whole = formatMessage(submission(ada), now, width);
    const all = (whole + formatEntry(submission(ada), now, width)).split('\n');
    const wide = all.filter((line) => widthOf(line) > width && !/^(?:Reply)? +\S+$/.test(line));
    expect(wide).toEqual([]);
    const { date, time } = timeInWords(Date.parse(receivedAt), ownerZone, site.language);
    const received = `Received ${date}, ${time} (`.replace(/\s+/g, ' ');
    expect(whole.replace(/\s+/g, ' ')).toContain(received);
    for (const word of `${company} ${message}`.split(/\s+/)) expect(whole).toContain(word);
  }
});

test('typed text moves no cursor, adds nothing to the reply, is exact in JSON, and starts no formula in CSV (behavior 8.3)', () => {
  const message = ' a\u0000\ud800\u001b[2Jb\u202ec\rd\u0085\u2028 "quoted" \n ';
  const harmful = { email: 'a@b?bcc=c@d&body=x\ny', message, fax: '12' };
  const whole = formatMessage(submission(harmful), now, 80);
  const [json, csv] = [formatJson([submission(harmful)]), formatCsv([submission(harmful)])];
  expect(whole + json + csv).not.toMatch(/(?!\r?\n)\p{Cc}|\p{Bidi_Control}/u);
  expect(whole).toContain('mailto:a@b%3Fbcc%3Dc%40d%26body%3Dx%0Ay?subject=Re%3A%20');
  const pasted = formatMessage(submission({ email: '\u200bada@example.com.' }), now, 80);
  expect(pasted).toContain('mailto:ada@example.com?subject=');
  // Line breaks of Word and Pages.
  const lines = formatMessage(submission({ message: 'one\vtwo\u2028three' }), now, 80);
  expect(lines).toMatch(/one\n *two\n *three\n/);
  expect(JSON.parse(json)).toMatchObject([{ message }]);
  expect(csv).toMatch(/^\ufeff"id",.*,"fax",.*\r\n"17",[\s\S]* ""quoted"" [\s\S]*,"12","",""\r\n$/);
  // Characters that are invisible in a cell, or that spreadsheets may drop.
  const unseen = '\0 \t\n\r\u001b\u0085\u00a0\u034f\u115f\u200b\u2028\u202e\u3164\ufeff\ud800';
  for (const sign of '=+-@＝＋－＠﹦⁺−') {
    for (const before of ['', ...unseen, unseen, '\u{e0020}']) {
      const cells = formatCsv([submission({ message: `${before}${sign}1+1` })]);
      expect(cells).toMatch(/,"'[^"]*1\+1",/);
      // With semicolons between cells, as in Germany, a spreadsheet ignores the quotation marks around others.
      for (const end of '\n\v\u2028;') {
        const message = `Hello${end}${before}${sign}1+1`;
        expect(formatCsv([submission({ message })])).toMatch(/[\n;]'[^";]*1\+1",/);
      }
    }
  }
});
