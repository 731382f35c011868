import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { expertise } from '../.content/expertise.ts';
import { identity } from '../.content/identity.ts';
import { isSample } from '../tests/sample.ts';
import { chromiumFlags, ensureChromium } from '../tools/chromium.ts';
import { cssString, escapeHtml } from '../tools/html.ts';
import { type Composed, composeText, findStaleFiles, type Plan, plans, textOf } from './compose.ts';
import { formatMistake } from './mistakes.ts';
import { paper } from './paper.ts';
import { readPdf } from './pdf.ts';
import { resumeOfCareer } from './resume.ts';

const guide: Plan = {
  id: 'guide',
  source: 'papers/text/guide.md',
  target: 'public/resources/guide.pdf',
  cover: null,
  sheet: null,
  kind: paper({
    id: 'guide',
    title: 'The Guide',
    description: 'About guides.',
    category: 'white-paper',
    filename: 'guide.pdf',
    path: '/resources/guide.pdf',
    size: null,
    pages: 0,
    downloadCount: 0,
  }),
};
const resume = plans.at(-1) as Plan;

const composed = async (text: string, plan = guide): Promise<Composed> => {
  const found = await composeText(plan, text, {});
  if (Array.isArray(found)) throw new Error(found.map(formatMistake).join('\n'));
  return found;
};

const htmlOf = async (text: string, plan = guide): Promise<string> =>
  (await composed(text, plan)).html(new Map(), '');

test('the table of contents takes the pages it is given', async () => {
  const text = '---\nedition: 2026-11-01\ncover: line\n---\n\n## A line {#threshold}\n\nB.';
  const { html } = await composed(text);
  expect(html(new Map([['threshold', 77]]), '')).toContain('<span class="page">77</span>');
});

test('the contents list figures, and tables when the paper asks for them', async () => {
  const source = `---\nedition: 2026-11-01\ncover: line\ntables: true\n---\n
## A

Words.

## B

![Alternative](figure:cost-curve "A floor. And more.")

:::table[Two numbers]{#numbers}

| a | b |
|---|--:|
| 1 | 2 |

:::
`;
  const { html } = await composed(source);
  const pages = new Map([
    ['figure-cost-curve', 71],
    ['numbers', 72],
  ]);
  const wordsOf = (page: string) =>
    /<nav class="contents">.*?<\/nav>/s
      .exec(page)?.[0]
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  expect(wordsOf(html(pages, ''))).toContain('Figures 1 A floor 71 Tables 1 Two numbers 72');
  const without = await htmlOf(source.replace('tables: true\n', ''));
  expect(wordsOf(without)).not.toContain('Tables');
});

test('sources are numbered in the order in which the text leads to them', async () => {
  const source = `---\nedition: 2026-11-01\ncover: line\n---\n
## A

One [](#source-second), two [](#source-first), one again [](#source-second).

:::sources

1. \`first\` Elkan, *Foundations*.
2. \`second\` Wilson.

:::
`;
  const chapter = (await htmlOf(source)).match(
    /<section class="chapter chapter-0">.*?<\/section>/s,
  )?.[0];
  const words = chapter?.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(words).toContain('One [1] , two [2] , one again [1] . 1 Wilson. 2 Elkan, Foundations .');
  expect(chapter).toContain('<li id="source-first">');
  expect(chapter).toContain('<a href="#source-first" class="mark">[2]</a>');
});

test('every mistake of a text is listed at once', async () => {
  const text = '---\nedition: someday\ncover: face\n---\n\n## A\n\n#### B\n\n[c](#d) {e}';
  await expect(composed(text)).rejects.toThrow(
    [
      `${guide.source}:10: there is no value {e}; correct the name, or remove the text that has it`,
      `${guide.source}:8: “B” jumps from level 2 to level 4; use ### at most`,
      `${guide.source}:10: the link to #d leads nowhere; no heading, figure, table or source has it`,
      `${guide.source}:1: frontmatter: edition must be a date such as 2026-11-01`,
      `${guide.source}:1: frontmatter: cover `,
    ].join('\n'),
  );
});

test('what is in public/ was made from the present texts, facts, figures and styles', async () => {
  const fix = 'run `npm run build --workspace=papers` and commit what it writes';
  expect(await findStaleFiles(), fix).toEqual([]);
});

describe('the résumé', () => {
  const text = textOf(resume).replaceAll(/\{[\w.]+\}/g, '');

  test.each([text, resumeOfCareer()])('has the facts of the timeline', async (source) => {
    const html = await htmlOf(source, resume);
    for (const { role, company, text } of expertise.timeline) {
      for (const fact of [role, company, text]) expect(html).toContain(escapeHtml(fact));
    }
    expect(html).toContain(escapeHtml(identity.person));
  });

  test('shows a long address and a profile beside the name, not over it', async () => {
    const email = `${'long'.repeat(20)}@firm.com`;
    const html = (await htmlOf(text, resume)).replaceAll(identity.email, email);
    const profile = identity.socialLinks.find(({ id }) => id === 'linkedin');
    const path = new URL(profile?.url ?? 'https://firm.com').pathname.slice(1);
    const browser = await chromium.launch({
      executablePath: ensureChromium(),
      args: [...chromiumFlags],
    });
    const page = await browser.newPage();
    await page.setContent(html);
    const contact = page.locator('.contact');
    const [right, left] = await Promise.all([
      contact.evaluate(({ offsetLeft, scrollWidth }: HTMLElement) => offsetLeft + scrollWidth),
      page.locator('h1').evaluate(({ offsetLeft }: HTMLElement) => offsetLeft),
    ]);
    expect(await contact.textContent()).toContain(path);
    await browser.close();
    expect(right).toBeLessThan(left);
  });

  test('has to have the roles of the timeline, in its order', async () => {
    const companies = expertise.timeline.map(({ company }) => company);
    const [company = ''] = companies;
    const twice = `${text}\n\n:::role[${company}]\n:::\n`;
    await expect(composed(twice, resume)).rejects.toThrow(
      `content/resume.md: its roles are ${companies.join(', ')}, ${company}, but the timeline in content/expertise.yaml has ${companies.join(', ')}`,
    );
  });

  test('has its edition as the day it was made, and no more than three pages in the sample', async () => {
    const { created, pages } = await readPdf(readFileSync(resume.target));
    expect(created).toEqual((await composed(text, resume)).edition);
    if (isSample) expect(pages).toBeLessThanOrEqual(3);
  });
});

test('a name stays within its string in the style sheet, with a quote and a backslash too', () => {
  expect(cssString('Robin "Ro\\b" Marsh')).toBe(String.raw`"Robin \"Ro\\b\" Marsh"`);
});
