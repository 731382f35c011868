// One file, and one more for React: reaching an island fetches no chain of files (decision 0016).

/** Named here, Astro's renderer shares a file with React. */
export { default as renderer } from '@astrojs/react/client.js';
export { Notifications } from '#src/components/Notifications.tsx';
export { VisitorsLine } from './about/VisitorsLine.tsx';
export { ContactForm } from './contact/ContactForm.tsx';
export { ThresholdFigure } from './hero/ThresholdFigure.tsx';
