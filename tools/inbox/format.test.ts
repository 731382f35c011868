import { expect, test } from 'vitest';
import { subjectOf } from '#inbox/kinds/subject.ts';
import { localTimeWithZone } from '#inbox/local-time.ts';
import { printable } from '#inbox/printable.ts';
import type { Submission } from '#inbox/stores/store.ts';
import { widthOf } from '#inbox/wrap.ts';
import { isSample } from '../../tests/sample.ts';
import { ageOf, formatCsv, formatJson, formatList, formatMessage } from './format.ts';

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

const pagesOf = async function* (...pages: Submission[][]) {
  yield* pages;
};

const textOf = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const part of parts) text += part;
  return text;
};

const list = (...submissions: Submission[]): Promise<string> =>
  textOf(formatList(pagesOf(submissions), now, 80));

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace-Byron',
  email: 'augusta.ada.lovelace-byron@analytical-engines.example.com',
  company: 'Analytical Engines & Difference Machines (Manufacturing and Holding) Ltd',
  role: 'Head of risk, fraud operations, chargebacks and everything else that goes wrong at night',
  interestedIn: 'consultation',
  serviceType: 'risk-strategy',
  urgency: 'immediate',
  message:
    'On Tuesday we lost 40,000 to cards that never left their owners’ pockets – see\n\nhttps://reports.analytical-engines.example.com/2026/01/losses?by=card&of=tuesday and write to augusta.ada.lovelace-byron@analytical-engines.example.com or 分析引擎有限公司。',
};

test('the list says who, which firm and how it begins, how long ago, and what is new (behavior 8.3)', async () => {
  expect(
    await list(
      submission(ada, { id: 4711 }),
      submission(
        { name: 'Cyd', message: 'Next week?' },
        {
          id: 17,
          kind: 'booking',
          receivedAt: '2025-12-24T00:00:00.000Z',
          answeredAt: '2026-01-01',
        },
      ),
      submission(
        { email: 'b@example.com' },
        { id: 3, kind: 'subscriber', receivedAt: '2023-01-02T00:00:00.000Z', seenAt: '2026-01-01' },
      ),
      submission(
        { firstName: 'Dee', message: 'Hello' },
        {
          delivery: {
            nextAttemptAt: '2026',
            attempts: 3,
            lastError: '451 Not now',
            deliveredAt: null,
          },
        },
      ),
    ),
  ).toBe(`    ID  Age     State     From
  4711  3 h     new       Ada Lovelace-Byron, Analytical Engines & Difference …
                          enquiry: On Tuesday we lost 40,000 to cards that …
    17  9 d     answered  Cyd
                          booking: Next week?
     3  3 y               b@example.com
                          subscriber
     1  3 h     new       Dee
                          enquiry: Hello
                          Not delivered yet, 3 attempts: 451 Not now
`);
});

test.skipIf(!isSample)(
  'one message is whole, with labels, local time, delivery and a reply',
  () => {
    const message = formatMessage(submission(ada, { id: 17 }), now, 80);
    expect(message).toBe(`ID                   17, enquiry
Received             ${localTimeWithZone('2026-01-02T03:04:05.000Z')}, 3 h ago
First name           Ada
Last name            Lovelace-Byron
Email                augusta.ada.lovelace-byron@analytical-engines.example.com
Company
  Analytical Engines & Difference Machines (Manufacturing and Holding) Ltd
Your role
  Head of risk, fraud operations, chargebacks and everything else that goes
  wrong at night
What is this about?  A consultation
Service              Risk Strategy & Assessment
How soon?            Immediate: it is happening now
Message
  On Tuesday we lost 40,000 to cards that never left their owners’ pockets – see

  https://reports.analytical-engines.example.com/2026/01/losses?by=card&of=tuesday
  and write to augusta.ada.lovelace-byron@analytical-engines.example.com or 分析
  引擎有限公司。
Delivery             Kept here only; no delivery was set up when it came
Answered             No; --answered 17 marks it
Reply
  mailto:augusta.ada.lovelace-byron@analytical-engines.example.com?subject=${encodeURIComponent(`Re: ${subjectOf(submission(ada))}`)}
`);
  },
);

test.each([40, 80, 132])('at %i columns no word is broken and no line is wider', (width) => {
  const lines = formatMessage(submission(ada), now, width).split('\n');
  for (const line of lines) {
    // A word that is wider than the window stays whole.
    if (widthOf(line) > width) expect(line).toMatch(/^ {2}\S+$/);
  }
  const words = lines.flatMap((line) => line.split(/\s+/));
  for (const word of Object.values({ ...ada, interestedIn: '', serviceType: '', urgency: '' })
    .join(' ')
    .split(/\s+/)
    .filter((text) => !text.includes('分'))) {
    expect(words).toContain(word);
  }
});

test('no line of the list is wider than the window, and no word or address is cut (behavior 8.3)', async () => {
  const others = Array.from({ length: 60 }, (_, length) => ({
    ...ada,
    firstName: 'Ada '.repeat(length / 4 + 1),
    message: `${'x'.repeat(length % 30)} ${ada.message}`,
  }));
  const known = new Set(
    others.flatMap((fields) =>
      Object.values(fields)
        .join(' ')
        .split(/[\s,]+/),
    ),
  );
  const text = await list(...others.map((fields) => submission(fields)));
  for (const line of text.split('\n').slice(1)) {
    expect(widthOf(line)).toBeLessThanOrEqual(80);
    const words = line
      .slice(26)
      .replace(/^enquiry: /, '')
      .split(/[\s,]+/);
    for (const word of words.filter((part) => !['', '…'].includes(part))) {
      expect(known).toContain(word);
    }
  }
});

test('an address that is wider than its column has a line of its own', async () => {
  const email = `${'a'.repeat(60)}@example.com`;
  expect(await list(submission({ email }, { kind: 'subscriber' }))).toContain(
    `     1  3 h     new\n  ${email}\n`,
  );
});

test('what was delivered, and what was not, is said with the time and its zone', () => {
  const time = '2026-01-02T05:00:00.000Z';
  const delivery = { nextAttemptAt: null, attempts: 1, lastError: null, deliveredAt: time };
  expect(localTimeWithZone(time)).toMatch(/^2 January 2026 at \d\d:00 [A-Z]\S*$/);
  expect(formatMessage(submission({}, { delivery }), now, 80)).toContain(
    `Delivered ${localTimeWithZone(time)}`,
  );
  const failed = { ...delivery, nextAttemptAt: time, lastError: 'a\u001b[2J', deliveredAt: null };
  expect(formatMessage(submission({}, { delivery: failed }), now, 200)).toContain(
    `Not delivered yet, 1 attempt: a\\u001b[2J; next attempt ${localTimeWithZone(time)}`,
  );
});

test.each([
  ['2026-01-02T06:30:01.000Z', '0 min'],
  ['2026-01-02T05:30:01.000Z', '59 min'],
  ['2026-01-02T05:30:00.000Z', '1 h'],
  ['2025-12-31T06:30:00.000Z', '2 d'],
  ['2025-11-01T00:00:00.000Z', '2 mo'],
  ['2023-01-02T00:00:00.000Z', '3 y'],
])('%s was %s ago', (time, age) => {
  expect(ageOf(time, now)).toBe(age);
});

test('a message cannot move the cursor of the owner’s terminal (behavior 8.3)', async () => {
  const harmful = submission({ message: 'a\u001b[2Jb\u202ec\rd\u0085' });
  const shown = [
    await list(harmful),
    formatMessage(harmful, now, 80),
    await textOf(formatJson(pagesOf([harmful]))),
    await textOf(formatCsv(pagesOf([harmful]), printable)),
  ];
  for (const text of shown) {
    for (const character of ['\u001b', '\u202e', '\u0085', 'c\r']) {
      expect(text).not.toContain(character);
    }
  }
  expect(shown[1]).toContain('a\\u001b[2Jb\\u202ec\\u000dd\\u0085');
});

test('a value that the form does not offer is shown as it was sent', () => {
  const text = formatMessage(submission({ interestedIn: 'constructor' }), now, 80);
  expect(text).toMatch(/ constructor$/im);
});

test('a visitor’s address adds nothing to the reply', () => {
  const fields = { ...ada, email: 'a@b?bcc=c@d&body=x\ny', serviceType: 'x?y&z' };
  const link = /mailto:.*/.exec(formatMessage(submission(fields), now, 80))?.[0] ?? '';
  expect(link).toMatch(/^mailto:a@b%3Fbcc%3Dc%40d%26body%3Dx%0Ay\?subject=Re%3A%20[^&]*x%3Fy%26z/);
});

test('JSON gives every value exactly as it was typed', async () => {
  const message = ' \u0000\ud800\u202e\u0085 "quoted" \n ';
  const text = await textOf(
    formatJson(pagesOf([submission({ message }), submission({})], [submission({ message })])),
  );
  expect(JSON.parse(text).map((entry: { message?: string }) => entry.message)).toEqual([
    message,
    undefined,
    message,
  ]);
  expect(JSON.parse(await textOf(formatJson(pagesOf())))).toEqual([]);
});

const csvOf = (fields: Record<string, string>): Promise<string> =>
  textOf(formatCsv(pagesOf([submission(fields)])));

// What is not seen in a cell, and what spreadsheets may drop: NUL and other controls, a byte order mark,
// blanks of all kinds, marks of direction and joining, fillers, variants, half of a pair.
const unseen =
  '\0 \u0001 \t \n \r \u001b \u007f \u0085 \u00a0 \u00ad \u034f \u115f \u180e \u200b \u200d \u200f \u2028 \u202e \u2060 \u2066 \u3000 \u3164 \ufe0f \ufeff \ufff9 \u{e0020} \ud800';

test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '⁺', '−'])(
  'no cell of the CSV starts a formula with %s, whatever stands before it unseen',
  async (sign) => {
    for (const before of ['', ' ', ...unseen.split(' '), unseen]) {
      const message = `${before}${sign}1+1`;
      expect(await csvOf({ message })).toContain(`,"'${message}",`);
    }
  },
);

test.each(['Hello =1', '(206) 555-0142', '\u0000Hello', ''])(
  'what starts no formula is in the CSV as it was typed: %j',
  async (message) => {
    expect(await csvOf({ message })).toContain(`,"${message}",`);
  },
);

test('CSV is marked as UTF-8, quotes every cell, and keeps fields of other versions (behavior 8.3)', async () => {
  const csv = await csvOf({ firstName: 'A;b', message: 'a,"b"\nc', fax: '12' });
  const [header = '', row = ''] = csv.split('\r\n');
  expect(header).toMatch(
    /^\ufeff"id","kind","receivedAt","answeredAt","firstName",.*"otherFields"$/,
  );
  expect(row).toMatch(/^"1","enquiry","2026-01-02T03:04:05.000Z","","A;b",/);
  expect(row).toContain(',"a,""b""\nc",');
  expect(row).toMatch(/,"{""fax"":""12""}"$/);
});

test.each([
  ['list', (pages: AsyncIterable<Submission[]>) => formatList(pages, now, 80)],
  ['JSON', formatJson],
  ['CSV', formatCsv],
] as const)('%s reads no further than what was taken', async (_, format) => {
  let read = 0;
  const endless = (async function* () {
    for (;;) {
      read++;
      yield [submission({ message: 'Hello' })];
    }
  })();
  let taken = 0;
  for await (const _part of format(endless)) if (++taken === 3) break;
  expect(read).toBeLessThanOrEqual(3);
});
