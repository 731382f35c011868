import { site } from '#content/site.ts';
import styles from './SkipLink.module.css';

/** The first stop of the keyboard. */
export const SkipLink = () => (
  <a className={styles.skipLink} href="#content">
    {site.labels.skipLink}
  </a>
);
