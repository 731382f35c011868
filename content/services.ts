import type { Services } from './schema/schema.ts';

/**
 * `consultation` is in minutes; `weeks` places the duration on a scale of one year. A service may have a
 * `price`: `{ amount: 9000, isStarting: true, per: 'a month' }`.
 */
export const services: Services = {
  label: 'Services',
  heading: 'Four engagements',
  intro:
    'Three have a fixed scope, price, and end, agreed before work starts. The fourth runs until your own head of risk has taken over, twelve months at most.',
  labels: {
    duration: 'Duration',
    deliverables: 'Deliverables',
    discuss: 'Discuss This Service',
    book: 'Book {minutes} minutes, free',
    price: 'Price',
    startingPrice: 'from {price}',
    scale: ['0', '12 months'],
    end: 'ends here at the latest',
  },
  items: [
    {
      id: 'risk-strategy',
      title: 'Risk Strategy & Assessment',
      duration: '2–4 weeks',
      weeks: [2, 4],
      consultation: 30,
      price: { amount: 18_000, isStarting: true },
      summary: 'What fraud and abuse cost you, where they get in, and what to fix first.',
      description:
        'I read your incident history, dispute and complaint data, rules, policies, and model documentation, and interview those who decide. With your written permission I then probe your product as an attacker would. You get each exposure with its cost in money and its harm to people, and a plan that says what to fix first.',
      deliverables: [
        'Threat model of your product: attackers, routes, payoffs',
        'Loss baseline: direct loss, good customers declined, review cost, and an estimate of the fraud not yet detected',
        'Control map with the gaps and the overlaps',
        'Twelve-month plan, ranked, with owners and costs',
        'Five-page summary for the board',
      ],
      message:
        'I would like to discuss a risk strategy and assessment. What worries us most at the moment: ',
    },
    {
      id: 'program-build',
      title: 'Trust & Safety Program Build',
      duration: '8–12 weeks',
      weeks: [8, 12],
      consultation: 45,
      price: { amount: 46_000, isStarting: true },
      summary: 'Policies, queues, tools, and a team that run without me.',
      description:
        'For companies whose abuse problem has outgrown the engineer who looks after it on the side. I write the policies with your counsel, design the review operation, choose or specify the tools, hire the first people with you, and measure how much abuse is left.',
      deliverables: [
        'Policy set with an enforcement ladder and an appeals process',
        'Review operation: queues, staffing model, quality measurement',
        'Tooling requirements and a build-or-buy recommendation',
        'Metrics: prevalence, precision of action, time to action, appeals overturned',
        'Role descriptions, interview loops, and training for the first people hired',
      ],
      message:
        'I would like to discuss building a trust & safety program. What we have in place today: ',
    },
    {
      id: 'ai-ml-intelligence',
      title: 'AI/ML Risk Intelligence',
      duration: '6–10 weeks',
      weeks: [6, 10],
      consultation: 30,
      price: { amount: 34_000, isStarting: true },
      summary: 'Thresholds you can defend to an engineer and to a regulator.',
      description:
        'I audit three things on your data: labels, for delay and for whom they leave out; thresholds, often set without counting cost; and the feedback loop, in which a model learns from its own blocks. You get a threshold for each decision, with the cost of both errors.',
      deliverables: [
        'Label audit: sources, delay, and the bias your own blocks create',
        'Signal review, including which features the attacker controls',
        'A threshold for each decision, with the cost arithmetic behind it',
        'Evaluation plan: holdouts, shadow runs, drift alarms',
        'Model documentation for audit, fairness review, and adverse-action notices',
      ],
      message:
        'I would like to discuss AI/ML risk intelligence. The decisions our models make today: ',
    },
    {
      id: 'fractional-leadership',
      title: 'Fractional Risk Leadership',
      duration: '3–12 months',
      weeks: [13, 52],
      consultation: 60,
      price: { amount: 9_500, isStarting: true, per: 'a month' },
      summary: 'An interim head of risk until you have hired one.',
      description:
        'One to three days a week I lead the function: I run the weekly loss review, lead the response to incidents, by phone on my other days, sit with your board and your bank, and coach the people who will do this after me. The engagement ends when your permanent leader has taken over. The starting price is for one day a week.',
      deliverables: [
        'One lead for fraud, abuse, and identity',
        'Operating rhythm: weekly loss review, incident command, quarterly plan',
        'Team structure, hiring, and coaching',
        'Vendor, processor, and bank negotiations; you sign',
        'Written handover to your permanent leader',
      ],
      message:
        'I would like to discuss fractional risk leadership. Where the role sits in our company today: ',
    },
  ],
  approach: {
    heading: 'How an engagement runs',
    steps: [
      {
        title: 'Discovery & Assessment',
        text: 'I start with your losses: disputes, incidents, appeals, and the cases your reviewers argue about.',
      },
      {
        title: 'Strategic Planning',
        text: 'We agree on what each control is for, what it may cost good customers, and what would prove it wrong.',
      },
      {
        title: 'Implementation Support',
        text: 'Where the scope includes it, I work beside your engineers, analysts, and reviewers until production matches the plan.',
      },
      {
        title: 'Optimization & Scale',
        text: 'Before I leave, your team knows what to measure, and when to look at each threshold again.',
      },
    ],
  },
  // How many clients at a time, and who steps in: `{ title: '…', text: '…' }`.
  capacity: [],
  banner: {
    heading: 'Not sure which engagement you need?',
    text: 'We find out in the first call, which is free. If I am the wrong person, I say so and name a better one.',
    scheduleLabel: 'Schedule Consultation',
    caseStudiesLabel: 'Download Case Studies',
    // The button works once content/resources.ts has a resource with this id.
    caseStudiesResource: 'case-studies',
  },
};
