import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { clients } from '#content/clients.ts';
import { site } from '#content/site.ts';
import type { Resource } from '#model/schema.ts';
import { Range } from '#src/components/Range.tsx';
import { Clients } from './clients/Clients.tsx';
import { factsAbout } from './resources/Resources.tsx';

test('the heading of the logos is shown only with logos (behavior 1.3)', () => {
  const logo = { firm: 'Torget', src: '/torget.svg', width: 120, height: 48 };
  const heading = renderToStaticMarkup(clients.logosHeading);
  expect(renderToStaticMarkup(<Clients logos={[logo]} />)).toContain(heading);
  expect(renderToStaticMarkup(<Clients logos={[]} />)).not.toContain(heading);
});

test('a range is read with a word between its ends, and a hyphen as it is (behavior 1.3)', () => {
  const spoken = (text: string) =>
    renderToStaticMarkup(<Range>{text}</Range>)
      .split('<')
      .at(-2);
  const { rangeTo } = site.labels;
  expect(spoken('2–4 weeks')).toMatch(new RegExp(`>2 ${rangeTo} 4 weeks$`));
  expect(spoken('2 - 4 weeks')).toMatch(new RegExp(`>2 ${rangeTo} 4 weeks$`));
  expect(spoken('2023–today')).toMatch(new RegExp(`>2023 ${rangeTo} today$`));
  expect(renderToStaticMarkup(<Range>2-day workshop</Range>)).toBe('2-day workshop');
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
