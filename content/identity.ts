import type { Identity } from './schema/schema.ts';

/**
 * Who the site belongs to. Everything here is a sample: replace it before you publish.
 * `incidentHours` is when those under attack can call; leave it out if you take no such calls.
 */
export const identity: Identity = {
  firm: 'Example Risk Advisory',
  person: 'Robin Example',
  jobTitle: 'Independent advisor on fraud risk and trust & safety',
  email: 'robin@example.com',
  phone: '+12065550142',
  office: { city: 'Seattle', region: 'WA' },
  country: 'US',
  answerWithin: '24 hours',
  incidentHours: 'weekdays, 7\u00a0a.m. to 7\u00a0p.m. Pacific time',
  socialLinks: [
    { id: 'linkedin', label: 'LinkedIn', url: 'https://linkedin.example.com/robin' },
    { id: 'twitter', label: 'Twitter', url: 'https://twitter.example.com/robin' },
    { id: 'github', label: 'GitHub', url: 'https://github.example.com/robin' },
  ],
  companyLinks: [
    { id: 'marketplace', label: 'Sample Marketplace', url: 'https://marketplace.example.com/' },
    { id: 'payments', label: 'Sample Payments', url: 'https://payments.example.com/' },
    { id: 'mail', label: 'Sample Mail', url: 'https://mail.example.com/' },
  ],
};
