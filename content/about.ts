import type { About } from './schema/schema.ts';

export const about: About = {
  label: 'About',
  heading: 'I started by reading cases',
  // A file in `content/pictures/`: `portrait: { file: 'portrait.jpg', alternative: 'Robin at a desk' },`
  story: [
    {
      title: 'The first thousand',
      text: 'In 1999 my job was to read auction disputes, one after another, and decide who was lying. After a thousand I could often tell. After five thousand I knew how often I was wrong, and that nobody was counting.',
    },
    {
      title: 'The first model',
      text: 'When the models came they inherited our decisions and our mistakes with them. A seller we had wronged looked like a fraudster to the machine, because we had said so. I have distrusted labels ever since.',
    },
    {
      title: 'The first team',
      text: 'Later I was the one hiring. I learned that a review queue is a factory whose product is judgment, and that its people wear out. Since then I plan second readings and days off before I plan headcount.',
    },
  ],
  quote:
    'If you cannot explain a control to the customer it stopped, you do not understand the control.',
  principlesHeading: 'Three things I hold to',
  principles: [
    {
      title: 'Count both errors',
      text: 'A decline has a victim too. A system that reports only the fraud it caught is reporting half of its results.',
    },
    {
      title: 'Assume the attacker has read the policy',
      text: 'Controls that depend on secrecy expire the day they work. Good ones stay expensive to beat when everybody knows them.',
    },
    {
      title: 'Leave a trail',
      text: 'Every decision that touches a person should say which line it crossed, who drew that line, and when it was last looked at.',
    },
  ],
  scheduleLabel: 'Schedule Consultation',
  learnMoreLabel: 'Learn More',
  // A section id or a web address; while it is empty, the button does nothing.
  learnMoreTarget: '',
};
