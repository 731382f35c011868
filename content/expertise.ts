import type { Expertise } from './schema/schema.ts';

export const expertise: Expertise = {
  label: 'Expertise',
  heading: 'You work with one person',
  intro: [
    '{firm} is one person: {person}. The person you meet in the first call does the work, reads the data, and signs the report.',
    'I have been woken at night by an attack, asked by a board why losses rose, and asked by a customer why their account was closed.',
  ],
  values: [
    {
      title: 'No commissions',
      text: 'No vendor pays me, so you will sometimes hear: you do not need to buy this.',
    },
    {
      title: 'Both costs on one page',
      text: 'What fraud took and what declined customers would have spent, in the same table, in the same currency.',
    },
    {
      title: 'Written to be checked',
      text: 'Each recommendation carries its evidence and the result that would make me withdraw it.',
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
      text: 'Fraud, abuse, and identity advice for marketplaces, payment companies, and software platforms, and interim leadership where the chair is empty.',
    },
    {
      from: 2016,
      to: 2023,
      role: 'Vice president, trust and safety',
      company: 'Sample Marketplace',
      link: 'marketplace',
      text: 'Joined as the first trust and safety hire and scaled the team from 1 to 50+: policy, review, detection, and investigations on two continents.',
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
      text: 'Rebuilt sign-up and recovery defenses against automated accounts, for a 95% reduction in abuse, and wrote the appeals process that came with them.',
    },
    {
      from: 1999,
      to: 2004,
      role: 'Fraud analyst, later team lead',
      company: 'Sample Auctions',
      text: 'Read cases by hand, thousands of them, before there was a model to read them first.',
    },
  ],
  // `{ title: '…', issuer: '…', year: 2020 }`
  credentials: { heading: 'Credentials', items: [] },
  // `{ language: '…', level: '…' }`
  languages: { heading: 'Languages', items: [] },
  panels: [
    {
      title: 'For your general counsel',
      text: 'Where privilege matters, you engage me, I report to you, and drafts stay with you. Everything else I write on the assumption that it will be read in discovery. The legal conclusions are yours.',
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
    { figure: '1B+', text: 'decisions under my systems' },
  ],
  resumeLabel: 'The same, as a résumé (PDF)',
  scheduleLabel: 'Schedule Consultation',
};
