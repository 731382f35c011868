import { expect, test } from 'vitest';
import { newsletterFrame } from './newsletter-providers.ts';

const beehiiv = ['https://embeds.beehiiv.com', 'https://subscribe-forms.beehiiv.com'];

test.each([
  ['/newsletter', '/newsletter', []],
  ['https://news.firm.com/join', 'https://news.firm.com/join', []],
  ['https://notsubstack.com/a', 'https://notsubstack.com/a', []],
  ['https://substack.com.evil.example/a', 'https://substack.com.evil.example/a', []],
  ['https://robin.substack.com', 'https://robin.substack.com/embed', []],
  ['https://robin.substack.com/subscribe?a=b', 'https://robin.substack.com/embed', []],
  ['https://open.substack.com/pub/robin?r=1', 'https://robin.substack.com/embed', []],
  ['https://buttondown.com/robin', 'https://buttondown.com/robin?as_embed=true', []],
  ['https://buttondown.email/robin?tag=b', 'https://buttondown.com/robin?tag=b&as_embed=true', []],
  ['https://embeds.beehiiv.com/b3?slim=true', 'https://embeds.beehiiv.com/b3?slim=true', beehiiv],
  ['https://subscribe-forms.beehiiv.com/b3', 'https://subscribe-forms.beehiiv.com/b3', beehiiv],
])('%s is framed as %s (behavior 9.3)', (address, framed, others) => {
  expect(newsletterFrame(address)).toEqual({ address: framed, opens: [framed, ...others] });
});

const unframed = `https://robin.beehiiv.com/subscribe https://www.linkedin.com/newsletters/risk-1
  https://substack.com/@robin`.split(/\s+/);

test.each(unframed)('%s cannot be framed', (page) => expect(newsletterFrame(page)).toBeNull());
