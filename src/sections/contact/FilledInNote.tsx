import { contact } from '#content/contact.ts';
import type { ServiceChoice } from '#enquiry/service-choices.ts';
import { fill } from '#model/fill.ts';
import styles from './ContactForm.module.css';
import type { FilledIn } from './useDraft.ts';

/**
 * The text of a live region, which is announced again even if it is the same: for that, Firefox needs a new
 * element, and Chromium a new text. Each text has an element of its own, because translation replaces text nodes.
 */
export const SaidAgain = ({ text, count }: { text: string; count: number }) => (
  <span key={`${count} ${text}`}>
    {text}
    {count % 2 === 0 ? '' : '\u00a0'}
  </span>
);

interface FilledInNoteProps {
  filledIn: FilledIn | null;
  services: readonly ServiceChoice[];
}

/** The note on values that an address filled in (behavior 3.3). Its element precedes its text (behavior 10.11). */
export const FilledInNote = ({ filledIn, services }: FilledInNoteProps) => {
  const { all, withMessage, partly } = contact.form.filledIn;
  const inquiries: Readonly<Record<string, string>> = contact.form.inquiryTypes;
  const { serviceType, interestedIn = '', message } = filledIn?.wanted ?? {};
  const topic =
    services.find(({ id }) => id === serviceType)?.title ?? inquiries[interestedIn] ?? '';
  const complete = message === undefined ? all : withMessage;
  return (
    <p className={styles.filledIn} role="status">
      {filledIn && (
        <SaidAgain
          text={fill(filledIn.isComplete ? complete : partly, { topic })}
          count={filledIn.count}
        />
      )}
    </p>
  );
};
