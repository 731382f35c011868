import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { html } from 'hono/html';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { availability } from '#content/availability.ts';
import { embedded } from '#content/embedded.ts';
import { inspectInbox } from '#hosting/tests/test-site.ts';
import { statusText } from '#model/status-text.ts';
import { amount } from '../../tests/amount.ts';
import { bookingForm, freeTimes, postAtOnce } from '../tests/booking-requests.ts';
import { startUnlimitedPreview } from '../tests/workers-preview.ts';
import type { WorkersPreview } from './preview.ts';

// In workerd, with its D1.

let folder: string;
let preview: WorkersPreview;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workers-booked-'));
  writeFileSync(join(folder, 'embedded.css'), '');
  preview = await startUnlimitedPreview(folder);
}, 120_000);
afterAll(async () => {
  await preview?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

test.skipIf(!availability)(
  'of a thousand requests for one time in one moment, one is booked, and all others are told so in a sentence',
  async ({ annotate }) => {
    const [time = ''] = await freeTimes(preview.url);
    const forms = Array.from({ length: amount(100, 1000) }, () => bookingForm(time));
    const answers = await postAtOnce(`${preview.url}/book`, forms);
    const by = Map.groupBy(answers, ({ status }) => status);
    const counts = Array.from(by, ([status, { length }]) => `${length} of ${status}`);
    await annotate(counts.join(', '));
    expect(by.get(303)).toHaveLength(1);
    expect(inspectInbox(preview.databaseFile).stored()).toHaveLength(1);
    const [next = ''] = await freeTimes(preview.url);
    expect(next).not.toBe(time);
    const { taken, dayFull } = embedded.calendar.messages;
    for (const { status, page } of answers.filter(({ status }) => status !== 303)) {
      // On a busy machine, this D1 gives some no connection.
      const said = status === 409 ? [taken, dayFull] : status === 503 ? [statusText(503)] : [];
      expect(said.some((sentence) => page.includes(String(html`${sentence}`)))).toBe(true);
      expect(page).toContain('What I typed');
      if (status === 409) expect(page).toContain(`value="${next}"`);
    }
  },
  300_000,
);
