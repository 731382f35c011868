import type { Hero } from './schema/schema.ts';

export const hero: Hero = {
  eyebrow: '{person}, {office}: independent advice on fraud risk and trust & safety',
  // One sentence a line.
  headline: ['Every fraud check draws a line.', 'Draw yours on purpose.'],
  lede: 'I help marketplaces, payment companies, and software platforms lose less to fraud without turning away customers they paid to win.',
  scheduleLabel: 'Schedule Consultation',
  scheduleNote: 'Free, 30 minutes. You leave knowing what I would do first.',
  resourcesLabel: 'Download Resources',
  // Shown if content/identity.ts has `incidentHours`.
  incident:
    'Under attack right now? {call}, {hours}. At other times, write: I answer within {answerWithin}.',
  // `source`: the year in which the role behind the claim began (content/expertise.ts). What is left
  // out of measure, baseline, period and sideEffect is not shown.
  claims: [
    {
      figure: '25+',
      unit: 'years',
      text: 'in fraud risk, abuse, and identity',
      measure: 'Full-time work, from the first case I read until today.',
      source: 1999,
    },
    {
      figure: '1B+',
      unit: 'decisions',
      text: 'made by risk systems I ran',
      measure: 'Payments and payouts approved, declined, or sent to a reviewer.',
      baseline: 'Nothing. It counts decisions, good and bad.',
      period: 'Six years, added up.',
      source: 2010,
    },
    {
      figure: '95%',
      unit: 'abuse reduction',
      text: 'in a program I rebuilt',
      measure:
        'New accounts run by scripts, as a share of all sign-ups, in a random sample read by hand.',
      baseline: 'The last quarter before the rebuild.',
      period: 'Two years, to the same quarter.',
      sideEffect: 'Good sign-ups refused, in the same sample: no more than before.',
      source: 2004,
    },
    {
      figure: '50+',
      unit: 'people',
      text: 'on a team I scaled from 1',
      measure: 'Employees in policy, review, detection, and investigations, without contractors.',
      period: 'Seven years.',
      source: 2016,
    },
  ],
  evidence: {
    summary: 'What {figure} means',
    labels: {
      measure: 'Counted:',
      baseline: 'Compared with:',
      period: 'Over:',
      sideEffect: 'Good users:',
      source: 'At:',
    },
    source: '{company}, {from} to {to}',
  },
  tiles: [
    {
      title: 'Trust & Safety',
      text: 'Policy, enforcement, and appeals that still hold when a regulator or a reporter reads them.',
    },
    {
      title: 'Risk Intelligence',
      text: 'Who attacks you, what it earns them, and which of your controls they already get around.',
    },
    {
      title: 'Identity Systems',
      text: 'Proof in step with what is at stake: little at sign-up, more before money moves.',
    },
    {
      title: 'AI & ML',
      text: 'Labels, thresholds, drift, and the reviewers in the loop, judged by dollars lost and by good customers refused.',
    },
  ],
};
