import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { clients } from '#content/clients.ts';
import { Clients } from './Clients.tsx';

test('logos have a heading, which is gone without them (behavior 1.3)', () => {
  const logo = { firm: 'Torget', src: '/torget.svg', width: 120, height: 48 };
  const heading = renderToStaticMarkup(clients.logosHeading);
  expect(renderToStaticMarkup(<Clients logos={[logo]} />)).toContain(heading);
  expect(renderToStaticMarkup(<Clients logos={[]} />)).not.toContain(heading);
});
