import type { Resources } from './schema/schema.ts';

/** `pages` 0 and `size` null mean "unknown"; known values must agree with the file, as tests check. */
export const resources: Resources = {
  label: 'Resources',
  heading: 'Two white papers, no form in front',
  intro:
    'One is on where to decline, with the arithmetic. The other is on what changes when the customer is software. Argue with them.',
  labels: {
    access: 'Access Resource',
    pages: 'pages',
    format: 'PDF',
  },
  catalogue: [
    {
      id: 'ai-fraud-detection-guide',
      title: 'The AI Fraud Detection Guide',
      description:
        'From threat model to threshold to appeal: how to build detection you can defend. With the arithmetic, the checklists, and a plan for the first 90 days.',
      category: 'white-paper',
      filename: 'ai-fraud-detection-guide.pdf',
      path: '/resources/white-papers/ai-fraud-detection-guide.pdf',
      size: '512 KB',
      pages: 32,
      downloadCount: 0,
    },
    {
      id: 'agentic-commerce-guide',
      title: 'Trust in Agentic Commerce',
      description:
        'When software does the shopping: consent, mandates, disputes, and how to tell the agent your customer sent from the one that was sent against you.',
      category: 'white-paper',
      filename: 'agentic-commerce-guide.pdf',
      path: '/resources/white-papers/agentic-commerce-guide.pdf',
      size: null,
      pages: 0,
      downloadCount: 0,
    },
  ],
  categories: { 'white-paper': 'White paper' },
  newsletter: {
    heading: 'The newsletter',
    text: 'One letter a month: one attack, one control, one number that surprised me.',
    frameTitle: 'Newsletter sign-up',
    linkLabel: 'Open the sign-up page',
  },
};
