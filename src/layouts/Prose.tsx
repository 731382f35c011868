import type { ReactNode } from 'react';
import { site } from '#content/site.ts';
import styles from './Prose.module.css';

interface ProseProps {
  id?: string | undefined;
  heading: ReactNode;
  note?: string | undefined;
  summary?: ReactNode;
  children?: ReactNode;
}

/** A text page with a link to the home page. */
export const Prose = ({ id, heading, note, summary, children }: ProseProps) => (
  <article id={id} className={styles.prose}>
    <p className={`${styles.back} unprinted`}>
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
