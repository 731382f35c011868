// One file with React and its renderer, so that an island does not wait for a chain of files (decision 0016).

export { default } from '#src/components/hydrate.ts';
export { VisitorsLine } from './about/VisitorsLine.tsx';
export { ContactForm } from './contact/ContactForm.tsx';
export { ThresholdFigure } from './hero/ThresholdFigure.tsx';
