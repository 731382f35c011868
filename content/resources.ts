import type { Resources } from './schema/schema.ts';

/** `pages` 0 and `size` null mean "unknown"; known values must agree with the file, as tests check. */
export const resources: Resources = {
  label: 'Resources',
  heading: 'Two white papers, no sign-up',
  intro: 'Free to read and to share. Tell me where you disagree.',
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
        'When software does the shopping: consent, mandates, disputes, and how to tell a customer’s agent from an attacker’s.',
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
    text: 'One letter a month: one attack, one control, and one number.',
    frameTitle: 'Newsletter sign-up',
    linkLabel: 'Open the sign-up page',
  },
};
