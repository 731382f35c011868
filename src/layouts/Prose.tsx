import type { ReactNode } from 'react';
import { site } from '#content/site.ts';
import { receipt } from '#enquiry/form-services.ts';
import { sectionIds } from '#model/sections.ts';
import styles from './Prose.module.css';

interface ProseProps {
  id?: string | undefined;
  heading: ReactNode;
  note?: string | undefined;
  summary?: ReactNode;
  children?: ReactNode;
}

/** A page of text with a link home. */
export const Prose = ({ id, heading, note, summary, children }: ProseProps) => (
  <article id={id} className={styles.prose}>
    <p className={styles.back}>
      <a href="/">{site.labels.backHome}</a>
    </p>
    <div className={styles.text}>
      <h1>{heading}</h1>
      {note && <p className={styles.note}>{note}</p>}
      {summary && <p className={styles.summary}>{summary}</p>}
      {children}
    </div>
  </article>
);

const { heading, text, unsent } = site.received;

const Either = ({ sent, otherwise }: { sent: ReactNode; otherwise: ReactNode }) => (
  <>
    <span className={styles.sent}>{sent}</span>
    <span className={styles.unsent}>{otherwise}</span>
  </>
);

/** Thanks visitors who sent a message without scripts: only then the address has a hash. */
export const Receipt = () => (
  <Prose
    id={receipt.id}
    heading={<Either sent={heading} otherwise={unsent.heading} />}
    summary={<Either sent={text} otherwise={unsent.text} />}
  >
    {sectionIds.includes('contact') && (
      <p className={styles.unsent}>
        <a href="/#contact">{unsent.write}</a>
      </p>
    )}
  </Prose>
);
