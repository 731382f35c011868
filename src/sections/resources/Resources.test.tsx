import { expect, test } from 'vitest';
import type { Resource } from '#model/schema.ts';
import { factsAbout } from './Resources.tsx';

const paper: Resource = {
  id: 'guide',
  title: 'A guide',
  description: 'About fraud.',
  category: 'white-paper',
  path: '/resources/guide.pdf',
  filename: 'guide.pdf',
  pages: 32,
  size: '2 MB',
  downloadCount: 0,
};

test('pages and size of a paper are shown if they are known (behavior 1.3)', () => {
  expect(factsAbout(paper)).toMatch(/32.*2.MB/);
  expect(factsAbout({ ...paper, pages: 0, size: null })).not.toMatch(/\d/);
});
