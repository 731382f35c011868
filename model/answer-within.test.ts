import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { contact } from '#content/contact.ts';
import { embedded } from '#content/embedded.ts';
import { identity } from '#content/identity.ts';
import { site } from '#content/site.ts';
import { isSample } from '../tests/sample.ts';

const promises = [
  site.footer.facts,
  site.received.text,
  contact.form.success.text,
  contact.details.response,
  contact.faq.items[1]?.answer,
  embedded.booking.intro,
  embedded.booking.done.text,
];

// Another owner may promise nothing in these places.
test.skipIf(!isSample).each(promises)(
  '“%s” promises the answer that identity.ts promises',
  (promise) => {
    expect(promise).toContain(identity.answerWithin);
  },
);

test.skipIf(!isSample)('how soon there is an answer stands in one file', async () => {
  const stated: string[] = [];
  for (const file of await readdir('content')) {
    if (!file.endsWith('.ts')) continue;
    const source = await readFile(`content/${file}`, 'utf8');
    if (source.includes(identity.answerWithin)) stated.push(file);
  }
  expect(stated).toEqual(['identity.ts']);
});
