import type { Expertise } from './schema/schema.ts';

export const expertise: Expertise = {
  label: 'Expertise',
  heading: 'You work with one person',
  intro: [
    'I take the first call, read the data, do the work, and sign the report. {firm} has no other staff.',
  ],
  values: [
    {
      title: 'No commissions',
      text: 'No vendor pays me, so you will sometimes hear: you do not need to buy this.',
    },
    {
      title: 'Insured',
      text: 'Professional liability and cyber insurance. You get the certificate when you ask.',
    },
    {
      title: 'Written to be checked',
      text: 'Each recommendation says what it rests on, and what result would change it.',
    },
    {
      title: 'Yours to run',
      text: 'The work is done when your people can change a threshold without calling me.',
    },
  ],
  timelineHeading: 'Where I have worked',
  currentRole: 'Current Role',
  present: 'present',
  // Newest first; the résumé shows the same entries.
  timeline: [
    {
      from: 2023,
      to: null,
      role: 'Independent advisor',
      company: 'Example Risk Advisory',
      text: 'Fraud, abuse, and identity advice for marketplaces, payment companies, and software platforms, and interim leadership.',
    },
    {
      from: 2016,
      to: 2023,
      role: 'Vice president, trust & safety',
      company: 'Sample Marketplace',
      link: 'marketplace',
      text: 'Joined as the first trust & safety hire and scaled the team from 1 to 50+: policy, review, detection, and investigations on two continents.',
    },
    {
      from: 2010,
      to: 2016,
      role: 'Director, risk intelligence',
      company: 'Sample Payments',
      link: 'payments',
      text: 'Led the systems that made 1B+ payment and payout decisions: models, rules, reviewers, and the thresholds between them.',
    },
    {
      from: 2004,
      to: 2010,
      role: 'Senior manager, identity and abuse',
      company: 'Sample Mail',
      link: 'mail',
      text: 'Rebuilt sign-up and recovery defenses, cut the automated share of sign-ups by 95%, and wrote the appeals process.',
    },
    {
      from: 1999,
      to: 2004,
      role: 'Fraud analyst, later team lead',
      company: 'Sample Auctions',
      text: 'Decided disputes by hand, thousands of them, and later trained the reviewers.',
    },
  ],
  // `{ title: '…', issuer: '…', year: 2020 }`
  credentials: { heading: 'Credentials', items: [] },
  // `{ language: '…', level: '…' }`
  languages: { heading: 'Languages', items: [] },
  panels: [
    {
      title: 'For your general counsel',
      text: 'Where privilege matters, counsel engages me, directs my work, and draws the legal conclusions. I write everything else expecting it to be read in discovery.',
    },
    {
      title: 'For your engineers',
      text: 'I read code, query logs, and event schemas, and start from labels and error rates. A threshold comes with the script that computed it.',
    },
  ],
  stats: [
    { figure: '1999', text: 'started, as a fraud analyst' },
    { figure: '25+', text: 'years of practice' },
    { figure: '4', text: 'major platforms' },
    { figure: '1B+', text: 'decisions by my systems' },
  ],
  resumeLabel: 'Résumé (PDF)',
  scheduleLabel: 'Schedule Consultation',
};
