import type { About } from './schema/schema.ts';

export const about: About = {
  label: 'About',
  heading: 'I started by reading cases',
  // A file in `content/pictures/`: `portrait: { file: 'portrait.jpg', alternative: 'Robin at a desk' },`
  story: [
    {
      title: 'The first disputes',
      text: 'In 1999 my job was to read auction disputes, one after another, and decide who was lying. After a few thousand I began to count how often I had been wrong.',
    },
    {
      title: 'The first model',
      text: 'The first models learned from our decisions, mistakes included. A seller we had wronged was scored as a fraudster, because we had said so. That is why I audit labels first.',
    },
    {
      title: 'The first team',
      text: 'Later I hired reviewers, and saw their judgment wear out in long queues. Since then I plan second readings and days off before I plan headcount.',
    },
  ],
  quote:
    'If you cannot explain a control to the customer it stopped, you do not understand the control.',
  principlesHeading: 'Three things I hold to',
  principles: [
    {
      title: 'Count both errors',
      text: 'Each loss report also says how many good customers were declined, and what they would have spent.',
    },
    {
      title: 'Ask what it costs to get around',
      text: 'I judge a control by the effort of an attacker who knows how it works.',
    },
    {
      title: 'Leave a trail',
      text: 'Each decision about a person records the threshold, its owner, and the date of its last review.',
    },
  ],
  scheduleLabel: 'Schedule Consultation',
  learnMoreLabel: 'Learn More',
  // A section id or a web address; while it is empty, the button does nothing.
  learnMoreTarget: '',
};
