import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { resources } from '#content/resources.ts';
import { services } from '#content/services.ts';
import { site } from '#content/site.ts';
import { sectionIds } from '#model/sections.ts';
import { isSample, notSample } from './sample.ts';

// Facts of the sample that docs/behavior.md names. Its words are only in content/.

if (!isSample) console.log(`tests/sample.test.ts is skipped: ${notSample}.`);

describe.skipIf(!isSample)('the sample', () => {
  test('has the documented sections, services and lengths of conversations (behavior 1.3, 4.1)', () => {
    expect(sectionIds).toEqual(['hero', 'services', 'expertise', 'about', 'resources', 'contact']);
    expect(services.items.map(({ id, weeks, consultation }) => [id, weeks, consultation])).toEqual([
      ['risk-strategy', [2, 4], 30],
      ['program-build', [8, 12], 45],
      ['ai-ml-intelligence', [6, 10], 30],
      ['fractional-leadership', [13, 52], 60],
    ]);
    const papers = resources.catalogue.map(({ id }) => id);
    expect(papers).not.toContain(services.banner.caseStudiesResource);
  });

  test.each([
    ['terms', ['at least 30 days before']],
    ['privacy', ['{retention}', 'until you unsubscribe', '7 years', '{analyticsKept}', 'under 18']],
  ])('promises its documented periods and limits in its %s (behavior 8.2)', (name, facts) => {
    const text = readFileSync(`content/pages/${name}.md`, 'utf8');
    for (const fact of facts) expect(text).toContain(fact);
    expect([site.retentionYears, site.analyticsMonths]).toEqual([2, 26]);
  });

  test('has one cap as its only limit of liability', () => {
    const [, rest = ''] = readFileSync('content/pages/terms.md', 'utf8').split(
      '## Limitation of liability',
    );
    const [liability] = rest.split('\n## ');
    expect(liability?.match(/[^.]*(?:limit|cap\b|capped|less than|times)[^.]*\./g)).toEqual([
      expect.stringContaining('is capped at the fees you paid for it in the last twelve months'),
      expect.stringContaining('or where the law allows no limit.'),
    ]);
  });
});
