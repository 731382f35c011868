import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { clients } from '#content/clients.ts';
import type { Resource } from '#model/schema.ts';
import { Clients } from './clients/Clients.tsx';
import { factsAbout } from './resources/Resources.tsx';

test('the heading of the logos is shown only with logos (behavior 1.3)', () => {
  const logo = { firm: 'Torget', src: '/torget.svg', width: 120, height: 48 };
  const heading = renderToStaticMarkup(clients.logosHeading);
  expect(renderToStaticMarkup(<Clients logos={[logo]} />)).toContain(heading);
  expect(renderToStaticMarkup(<Clients logos={[]} />)).not.toContain(heading);
});

test('pages and size of a paper are shown if they are known (behavior 1.3)', () => {
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
  expect(factsAbout(paper)).toMatch(/32.*2.MB/);
  expect(factsAbout({ ...paper, pages: 0, size: null })).not.toMatch(/\d/);
});
