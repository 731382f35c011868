import type { CaseStudies } from './schema/sections.ts';

/** Without an entry in `items` the page has no such section, and nothing leads to it. */
export const caseStudies: CaseStudies = {
  label: 'Cases',
  heading: 'What changed, in figures',
  intro: 'Each result stands beside what it was measured on, over which time, and against what.',
  labels: { problem: 'Problem', work: 'What I did', period: 'Measured', baseline: 'Before' },
  items: [],
};
