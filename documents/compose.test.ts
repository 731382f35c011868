import { describe, expect, test } from 'vitest';
import { expertise } from '#content/expertise.ts';
import { identity } from '#content/identity.ts';
import { compose, composeText, type Plan, plans } from './compose.ts';
import { figures } from './figures/index.ts';
import { DocumentMistakes } from './mistakes.ts';

const planOf = (id: string): Plan => {
  const plan = plans.find((candidate) => candidate.id === id);
  if (!plan) throw new RangeError(`no plan “${id}”`);
  return plan;
};
const guide = planOf('ai-fraud-detection-guide');
const resume = planOf('resume');

const messageOf = async (plan: Plan, text: string): Promise<string> => {
  try {
    await composeText(plan, text, {});
    return '';
  } catch (error) {
    if (error instanceof DocumentMistakes) return error.message;
    throw error;
  }
};

const words = (html: string): number =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length;

test('the papers are as long as they have to be', async () => {
  const [first, second] = await Promise.all([
    compose(guide),
    compose(planOf('agentic-commerce-guide')),
  ]);
  expect(words(first.html(new Map(), ''))).toBeGreaterThan(9000);
  expect(words(second.html(new Map(), ''))).toBeGreaterThan(4000);
});

test('every figure is placed in a paper, once', async () => {
  const documents = await Promise.all(plans.map(compose));
  const html = documents.map((document) => document.html(new Map(), '')).join('');
  for (const name of Object.keys(figures)) {
    expect(html.split(`id="figure-${name}"`), name).toHaveLength(2);
  }
});

test('the table of contents takes the pages it is given', async () => {
  const { html } = await compose(guide);
  expect(html(new Map([['threshold', 77]]), '')).toContain('<span class="page">77</span>');
});

test('a paper without a table of contents lists its figures and tables in its first chapter', async () => {
  const source = `---\nedition: 2026-11-01\ncover: line\ncontents: false\n---\n
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
  const { html } = await composeText(guide, source, {});
  const pages = new Map([
    ['figure-cost-curve', 71],
    ['numbers', 72],
  ]);
  const first = html(pages, '').match(/<section class="chapter chapter-0">.*?<\/section>/s)?.[0];
  const words = first?.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(words).toContain('Words. Figures 1 A floor 71 Tables 1 Two numbers 72');
});

test('the digest changes with the text', async () => {
  const front = '---\nedition: 2026-11-01\ncover: line\n---\n\n';
  const one = await composeText(guide, `${front}## A\n\nB.`, {});
  const same = await composeText(guide, `${front}## A\n\nB.`, {});
  const other = await composeText(guide, `${front}## A\n\nC.`, {});
  expect(one.digest).toBe(same.digest);
  expect(one.digest).not.toBe(other.digest);
});

test('lists every mistake of a source at once', async () => {
  const message = await messageOf(
    guide,
    '---\nedition: someday\ncover: face\n---\n\n## A\n\n#### B\n\n[c](#d) {e}',
  );
  expect(message.split('\n').slice(1)).toEqual([
    `  - ${guide.source}:10: {e} is not a known value; add it to the document's values or correct the name`,
    `  - ${guide.source}:8: “B” jumps from level 2 to level 4; use ### at most`,
    `  - ${guide.source}:10: the link to #d leads nowhere; no heading, figure or table has it`,
    `  - ${guide.source}:1: frontmatter: edition must be a date such as 2026-11-01`,
    expect.stringContaining(`  - ${guide.source}:1: frontmatter: cover `),
  ]);
});

test('says which source of a catalogue entry is missing', async () => {
  const missing = { ...guide, id: 'case-studies', source: 'content/white-papers/case-studies.md' };
  await expect(compose(missing)).rejects.toThrow(
    /content\/white-papers\/case-studies\.md: cannot be read .*offers “case-studies”, so write it or take it out there/,
  );
});

describe('the résumé', () => {
  const front = '---\nedition: 2026-11-01\ntitle: Résumé\n---\n\n';

  test('has the facts of the timeline', async () => {
    const html = (await compose(resume)).html(new Map(), '');
    for (const { role, company, text } of expertise.timeline) {
      expect(html).toContain(role);
      expect(html).toContain(company);
      expect(html).toContain(text);
    }
    expect(html).toContain(identity.person);
  });

  test('names a role that the timeline does not have', async () => {
    expect(await messageOf(resume, `${front}:::role[Acme]\n:::`)).toContain(
      'content/resume.md:6: the timeline in content/expertise.ts has no role at “Acme”',
    );
  });

  test('says when a role is missing', async () => {
    expect(await messageOf(resume, `${front}:::role[Sample Mail]\n:::`)).toContain(
      'content/resume.md: its roles are Sample Mail, but the timeline in content/expertise.ts has',
    );
  });
});
