import type { Hero } from './schema/schema.ts';

export const hero: Hero = {
  eyebrow: '{person} · Fraud risk and trust & safety · {office}',
  // One sentence a line.
  headline: ['Every risk decision draws a line.', 'Draw yours on purpose.'],
  lede: 'Too strict, and you turn away customers you paid to win. Too loose, and you fund the people who rob them. I help companies decide where the line goes, prove it is in the right place, and move it when the attack moves.',
  scheduleLabel: 'Schedule Consultation',
  resourcesLabel: 'Download Resources',
  // `source`: the year in which the role behind the claim began (content/expertise.ts).
  claims: [
    { figure: '25+', unit: 'years', text: 'in fraud risk, abuse, and identity', source: 1999 },
    { figure: '1B+', unit: 'decisions', text: 'made by risk systems I ran', source: 2010 },
    { figure: '95%', unit: 'abuse reduction', text: 'in a program I rebuilt', source: 2004 },
    { figure: '50+', unit: 'people', text: 'on a team I scaled from 1', source: 2016 },
  ],
  sourceLabel: 'Source {number}: {company}, {years}',
  tiles: [
    {
      title: 'Trust & Safety',
      text: 'Policy, enforcement, and appeals that still hold when a regulator or a reporter reads them.',
    },
    {
      title: 'Risk Intelligence',
      text: 'Who attacks you, what it earns them, and which of your controls they have already priced in.',
    },
    {
      title: 'Identity Systems',
      text: 'Proof in proportion: little when someone signs up, more at the moment that moves money.',
    },
    {
      title: 'AI & ML',
      text: 'Models judged in dollars and in people wronged: labels, thresholds, drift, and the reviewers in the loop.',
    },
  ],
};
