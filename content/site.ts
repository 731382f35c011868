import { identity } from './identity.ts';
import type { Site } from './schema/schema.ts';

export const site: Site = {
  language: 'en-US',
  // Of the hero’s figure and of prices.
  currency: 'USD',
  pages: {
    home: {
      title: 'Fraud risk and trust & safety advisor',
      description:
        'Independent advice on fraud risk, trust & safety, and machine learning, from someone who has led teams in all three. Free 30-minute consultation.',
    },
    terms: {
      title: 'Terms of Service',
      description:
        'The terms that govern this website and every consulting engagement: intellectual property, confidentiality, liability, termination, and governing law.',
    },
    privacy: {
      title: 'Privacy Policy',
      description:
        'What this website collects, why, how long it is kept, and how to have it erased. No cookies, no tracking, no profile of you.',
    },
    // The footer leads to it by its title. Leave it out if you have no `accessibility.md`.
    accessibility: {
      title: 'Accessibility',
      description:
        'How this site was tried for people with disabilities, what was not tried, where it falls short, and whom to tell when it is in your way.',
    },
    received: {
      title: 'Your message',
      description: 'Whether your message has arrived.',
    },
    notFound: {
      title: 'Page not found',
      description: 'There is no page at this address.',
    },
  },
  labels: {
    schedule: 'Schedule Consultation',
    skipLink: 'Skip to content',
    navigation: 'Site',
    menu: 'Menu',
    closeMenu: 'Close',
    logo: 'back to top',
    backHome: 'Back to Home',
    newTab: 'opens in a new tab',
    // As 2–4 weeks is read aloud.
    rangeTo: 'to',
    lastUpdated: 'Last updated',
  },
  footer: {
    statement: 'Fraud risk, trust & safety, and the machine learning behind both.',
    facts: `0\u00a0cookies. 0\u00a0trackers. An answer within ${identity.answerWithin}.`,
    sections: 'Sections',
    contact: 'Get in touch',
    elsewhere: 'Elsewhere',
    resume: 'Résumé (PDF)',
    email: 'Email',
    newsletter: 'Newsletter',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    rights: 'All rights reserved.',
  },
  resumeFile: '/resources/resume.pdf',
  // The owner's: mail about a submission says in it when that arrived.
  timeZone: 'America/Los_Angeles',
  // How long enquiries and booking requests are kept: the privacy policy says so, and the site erases them.
  retentionYears: 2,
  // How long counts of visits and clicks are kept, where there are any; likewise.
  analyticsMonths: 26,
  // For /.well-known/security.txt; RFC 9116 recommends less than a year ahead.
  securityTxtExpires: '2027-10-31',
  notFound: {
    heading: 'Page not found',
    text: 'There is no page at this address. It may have moved, or the link that brought you here has a typo.',
    suggestion: 'These are the pages people look for:',
  },
  received: {
    heading: 'Message Sent!',
    text: `Thank you. Your message has arrived, and you will have an answer within ${identity.answerWithin}.`,
    unsent: {
      heading: 'Your message',
      text: 'When you have sent a message, this page says that it has arrived. If you opened this page directly, nothing was sent.',
      write: 'Write a message',
    },
  },
};
